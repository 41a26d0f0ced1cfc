//! The shell at the command line: `cargo run -p splitpoint-shell -- FILE`, or `-` for a session at the terminal.
//!
//! A file is run against a fresh cluster, and printed as the real shell prints it. The status is 1 if anything fails: the
//! first failed command ends a file, as `hbase shell -n` does; with `-k` before it the session goes on.

use splitpoint_shell::{Demand, Direction, Local, Reply, Shell, Turn, direction};
use std::env;
use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;

/// When the simulated clock begins, in milliseconds.
const START_MS: i64 = 1_767_225_600_123;
/// Operations between two looks at what was printed.
const AT_ONCE: u64 = 100_000;
const USAGE: &str = "splitpoint-shell [-k] [--width N] FILE|-
  runs the lines of a file, or of the terminal, against a fresh cluster
  -k         goes on after a failed command, as `hbase shell FILE` does
  --width N  prints as for a terminal of N columns; 0, for a pipe";

/// What was asked for.
struct Options {
    source: String,
    keep_going: bool,
    width: usize,
}

fn main() -> ExitCode {
    let Some(options) = options() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match run(&options) {
        Ok(status) => ExitCode::from(status),
        Err(problem) => {
            eprintln!("{}: {problem}", options.source);
            ExitCode::FAILURE
        }
    }
}

fn options() -> Option<Options> {
    let terminal = io::stdout().is_terminal();
    let columns = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).unwrap_or(80);
    let mut options = Options { source: String::new(), keep_going: false, width: if terminal { columns } else { 0 } };
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "-k" => options.keep_going = true,
            "--width" => options.width = arguments.next()?.parse().ok()?,
            source if options.source.is_empty() && (source == "-" || !source.starts_with('-')) => {
                source.clone_into(&mut options.source)
            }
            _ => return None,
        }
    }
    (!options.source.is_empty()).then_some(options)
}

fn run(options: &Options) -> io::Result<u8> {
    let talks = options.source == "-";
    let typed = talks && io::stdin().is_terminal();
    let file = if talks { None } else { Some(fs::read_to_string(&options.source)?) };
    let mut lines: Box<dyn Iterator<Item = io::Result<String>>> = match file {
        Some(text) => Box::new(text.lines().map(|line| Ok(line.to_owned())).collect::<Vec<_>>().into_iter()),
        None => Box::new(io::stdin().lock().lines()),
    };
    let strict = !talks && !options.keep_going;
    let open = || if strict { Shell::new(options.width).strict() } else { Shell::new(options.width) };
    // Each client has a shell of its own.
    let mut shells = vec![open()];
    let mut speaker = 0;
    let mut local = Local::new(START_MS);
    let mut out = io::stdout().lock();
    loop {
        let shell = &mut shells[speaker];
        write!(out, "{}", shell.prompt())?;
        out.flush()?;
        let Some(line) = lines.next().transpose()? else {
            writeln!(out)?;
            return Ok(0);
        };
        if !typed {
            writeln!(out, "{line}")?;
        }
        if let (false, Ok(Some(Direction::Client(client)))) = (shell.is_unfinished(), direction(&line, 1)) {
            speaker = usize::from(client);
            shells.resize_with(shells.len().max(speaker + 1), open);
            local.speak_as(client);
            continue;
        }
        shell.enter(&line);
        loop {
            let turn = local.step(shell, AT_ONCE);
            write!(out, "{}", shell.take_output())?;
            match turn {
                Turn::Type => break,
                Turn::Busy => {}
                Turn::Ended(status) => return Ok(u8::try_from(status & 255).unwrap_or(1)),
                Turn::Raised(text) => {
                    out.flush()?;
                    if strict {
                        writeln!(out, "ERROR {text}")?;
                    } else if options.width == 0 {
                        eprintln!("{text}");
                    }
                    return Ok(1);
                }
                Turn::Ask(demand) => {
                    out.flush()?;
                    let reply = match &*demand {
                        Demand::Line => Reply::Line(lines.next().transpose()?),
                        Demand::File(name) => Reply::File(fs::read_to_string(name).ok()),
                        demand => match local.answer(demand) {
                            Some(reply) => reply,
                            None => return Ok(1),
                        },
                    };
                    if let (Reply::Line(Some(line)), false) = (&reply, typed) {
                        writeln!(out, "{line}")?;
                    }
                    shell.hear(reply);
                }
            }
        }
    }
}
