//! Sessions: what must hold whatever is typed.

use splitpoint_shell::{Demand, Local, Reply, Shell, Turn};

/// Operations of the machine between two looks at what it wants.
const AT_ONCE: u64 = 500;
/// Looks at one statement before it is stopped.
const MOST_LOOKS: u32 = 40;
/// Statements; a script that is longer says no more.
const MOST_LINES: usize = 60;

/// A whole script against a fresh cluster: nothing panics, nothing runs or grows without end, and a session that was
/// stopped still answers. The length chooses the width of the terminal, so that the corpus is that of the language.
pub(crate) fn script(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut local = Local::new(1_700_000_000_001);
    let mut shell = Shell::new([0, 1, 33, 100][data.len() % 4]);
    let mut lines = text.lines().take(MOST_LINES);
    while let Some(line) = lines.next() {
        shell.enter(line);
        let _ = shell.prompt();
        if statement(&mut local, &mut shell, &mut lines) {
            break;
        }
        shell.take_output();
    }
    shell.stop();
    let _ = shell.complete("scan 't", &local.cluster);
    shell.take_output();
    shell.enter("1 + 1");
    statement(&mut local, &mut shell, &mut "".lines().take(0));
    assert_eq!(shell.take_output(), "=> 2\n", "after {text:?}");
}

/// Runs what was entered as long as it is let; whether the session has ended.
fn statement<'a>(local: &mut Local, shell: &mut Shell, lines: &mut impl Iterator<Item = &'a str>) -> bool {
    for _ in 0..MOST_LOOKS {
        match local.step(shell, AT_ONCE) {
            Turn::Ask(demand) => {
                let reply = local.answer(&demand).unwrap_or_else(|| match *demand {
                    Demand::File(_) => Reply::File(None),
                    _ => Reply::Line(lines.next().map(str::to_owned)),
                });
                shell.hear(reply);
            }
            Turn::Busy => {}
            Turn::Type | Turn::Raised(_) => return false,
            Turn::Ended(_) => return true,
        }
    }
    shell.stop();
    false
}
