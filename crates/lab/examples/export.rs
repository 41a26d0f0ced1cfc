//! Exports for `cargo xtask hbase export`: every start and some random sessions, each as a script for the shell of a
//! real HBase (`NAME.rb`) with what a look at its tables must find (`NAME.want`). Where lines for ImportTsv belong to it,
//! they stand in `NAME.tsv`, and what reads them in `NAME.sh`.
//!
//! `cargo run -p splitpoint-lab --example export -- FOLDER SEED SESSIONS`

#[cfg(not(target_arch = "wasm32"))]
mod look;

#[cfg(not(target_arch = "wasm32"))]
mod program {
    use crate::look::look_with;
    use splitpoint_lab::intent::Intent;
    use splitpoint_lab::scenario::{Reference, starts};
    use splitpoint_lab::session::Session;
    use splitpoint_lab::sim::language::LANGUAGE;
    use splitpoint_model::client::Request;
    use splitpoint_model::cluster::Cluster;
    use splitpoint_model::schema::TableDescriptor;
    use splitpoint_shell::{Demand, Local, Shell, Turn, action, cells, create, session, splits, tsv};
    use std::fmt::Write;
    use std::fs;
    use std::path::Path;

    const NOW: i64 = 1_700_000_000_123;

    pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        let [folder, seed, sessions] = arguments.as_slice() else {
            return Err("FOLDER SEED SESSIONS".into());
        };
        let (folder, seed, sessions) = (Path::new(folder), seed.parse::<u64>()?, sessions.parse::<u64>()?);
        fs::create_dir_all(folder)?;
        for start in starts() {
            let Reference::Scenario(id) = start.reference.clone() else { continue };
            let built = start.build().finish().map_err(|error| error.to_string())?;
            let mut shell = Local::new(built.now);
            shell.cluster = built.cluster;
            fs::write(folder.join(format!("start-{id}.rb")), session(&shell.cluster, &shell.catalog, built.now))?;
            fs::write(folder.join(format!("start-{id}.want")), look(&shell.cluster, built.now))?;
            lines(folder, &id.to_string(), &shell.cluster, built.now)?;
            let session = played(Session::from_start(start)?);
            let world = session.world();
            lines(folder, &format!("{id}-acts"), world.cluster(), world.clock().now())?;
            fs::write(folder.join(format!("actions-{id}.rb")), session.actions().ok_or("nobody speaks")?)?;
            fs::write(folder.join(format!("actions-{id}.want")), look(world.cluster(), world.clock().now()))?;
        }
        for at in 0..sessions {
            let (script, want) = random(seed + at);
            fs::write(folder.join(format!("session-{:04}.rb", seed + at)), script)?;
            fs::write(folder.join(format!("session-{:04}.want", seed + at)), want)?;
        }
        Ok(())
    }

    /// Every table that can go as lines.
    fn lines(folder: &Path, of: &str, cluster: &Cluster, now: i64) -> std::io::Result<()> {
        for table in cluster.tables() {
            let name = format!("lines-{of}-{}", table.name);
            let file = std::path::absolute(folder.join(format!("{name}.tsv")))?;
            let splits = splits(cluster, &table.name);
            let splits: Vec<&[u8]> = splits.iter().map(Vec::as_slice).collect();
            let cells = cells(cluster, &table.name, now);
            let Some(made) = tsv(table, &splits, &cells, &file.to_string_lossy()) else { continue };
            fs::write(file, made.file)?;
            fs::write(folder.join(format!("{name}.rb")), made.script)?;
            fs::write(folder.join(format!("{name}.sh")), made.command)?;
            fs::write(folder.join(format!("{name}.want")), look_at(cluster, table, now))?;
        }
        Ok(())
    }

    /// What is done after a start: by commands of HBase's shell, by ours, and by a form, each with a time of its own.
    const ACTIONS: &str = r##"
create 'acts', {NAME => 'f', VERSIONS => 3, KEEP_DELETED_CELLS => true}, SPLITS => ['m']
('a'..'e').each { |row| put 'acts', row, 'f:q', "value of #{row}", 100 }
check_and_put 'acts', 'a', 'f:q', 'value of a', 'f:q', 'checked', 200
check_and_put 'acts', 'a', 'f:q', 'something else', 'f:q', 'never', 300
check_and_put 'acts', "n\xff", "f:\x00", nil, "f:\x00", "\xfe\x01", 210
check_and_mutate 'acts', 'b', {COLUMN => 'f:q', 'OP' => '!=', 'VALUE' => 'x'}, ['put', 'f:p', 'beside', 220], ['delete', 'f:q', 100]
mutate_rows 'acts', ['put', 'c', 'f:q', 'together', 230], ['put', 'd', 'f:q', 'with', 230], ['deleteall', 'e', 'f:q', 150]
mutate_rows 'acts', {'ROW' => 'd', 'IF' => [['d', 'f:q', 'with'], ['c', 'f:none', nil]]}, ['put', 'd', 'f:q', 'held', 240]
mutate_rows 'acts', {'IF' => [['d', 'f:q', 'wrong']]}, ['put', 'd', 'f:q', 'not held', 250]
delete 'acts', 'c', 'f:q', 100
deleteall 'acts', 'd', 'f:none', 90
"##;

    fn played(mut session: Session) -> Session {
        session.speak(&LANGUAGE);
        session.set_background(false);
        let mut player = session.script(0, 0, ACTIONS).expect("it can be read");
        while !session.play(&mut player, 1_000).expect("it can be played") {}
        let cells = [(b"one".to_vec(), b"1".to_vec()), (b"two".to_vec(), b"\x02'\"".to_vec())];
        let cells = cells.map(|(qualifier, value)| ("f".to_owned(), qualifier, Some(500), value)).to_vec();
        let form = Intent::Insert { table: "acts".into(), row: b"by form".to_vec(), cells };
        session.submit(0, form).expect("a row can be put");
        assert!(session.run_client(0, 1_000));
        session
    }

    /// What `crates/xtask/hbase/shell/look.rb` finds on a real HBase.
    fn look(cluster: &Cluster, now: i64) -> String {
        cluster.tables().map(|table| look_at(cluster, table, now)).collect()
    }

    fn look_at(cluster: &Cluster, table: &TableDescriptor, now: i64) -> String {
        look_with(cluster, table, now, |cell| cell.timestamp().to_string())
    }

    /// Numbers that look random.
    struct Dice(u64);

    impl Dice {
        fn roll(&mut self, sides: u64) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 >> 11) % sides
        }

        fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
            list[self.roll(list.len() as u64) as usize]
        }
    }

    const ROWS: &[&str] = &[
        "'a'",
        "'b'",
        "'row 3'",
        "'m'",
        "\"m\\x00\"",
        "\"\\xff\\xfe\"",
        "\"\\x00\"",
        "'zeta#1'",
        "'quo\"te'",
        "\"ä\"",
        "'z'",
    ];
    const COLUMNS: &[&str] = &["'f:q'", "'f:'", "'f:a:b'", "'g:q'", "'g:x y'", "\"g:\\x01\\xff\"", "'f:toInt:toInt'"];
    const VALUES: &[&str] =
        &["'v'", "''", "\"\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x07\"", "'a \"b\" #{c} \\\\'", "\"\\n\\t\"", "'ü'"];

    /// A session of one table or two, and what must be found of it.
    fn random(seed: u64) -> (String, String) {
        let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        for _ in 0..8 {
            dice.roll(2);
        }
        // Either what is there at the end, or what was done: then nothing may tidy up behind it, and nothing may read
        // behind markers of NEW_VERSION_BEHAVIOR, at which HBase itself stumbles (a null in its tracker).
        let actions = seed % 2 == 1;
        let mut lines = Vec::new();
        let tables: Vec<String> = (0..=dice.roll(2)).map(|at| format!("s{seed}_{at}")).collect();
        for table in &tables {
            let mut line = format!("create '{table}'");
            for family in ["f", "g"] {
                let versions = dice.roll(4) + 1;
                let _ = write!(
                    line,
                    ", {{NAME => '{family}', VERSIONS => {versions}, MIN_VERSIONS => {}, KEEP_DELETED_CELLS => '{}', \
                     BLOCKSIZE => {}{}{}}}",
                    dice.roll(versions),
                    dice.of(&["FALSE", "TRUE", "TTL"]),
                    dice.of(&["65536", "4096", "1024"]),
                    if dice.roll(4) == 0 && !actions { ", NEW_VERSION_BEHAVIOR => true" } else { "" },
                    if dice.roll(4) == 0 { ", TTL => 2000000000" } else { "" }
                );
            }
            match dice.roll(4) {
                0 => line += ", SPLITS => ['g', \"m\\x00\", 't']",
                1 => {
                    line += ", {SPLIT_POLICY => 'org.apache.hadoop.hbase.regionserver.ConstantSizeRegionSplitPolicy', MAX_FILESIZE => '134217728'}"
                }
                2 => line += ", SPLITS => [\"\\x00\\x01\", \"\\xff\"]",
                _ => {}
            }
            lines.push(line);
        }
        for _ in 0..40 + dice.roll(60) {
            let table = &tables[dice.roll(tables.len() as u64) as usize];
            let (row, column, value) = (dice.of(ROWS), dice.of(COLUMNS), dice.of(VALUES));
            let time = 1000 + dice.roll(6);
            let family = &column[1..2];
            lines.push(match dice.roll(if actions { 14 } else { 24 }) {
                0..4 => format!("put '{table}', {row}, {column}, {value}, {time}"),
                4 => format!("put '{table}', {row}, {column}, {value}"),
                5 => format!("put '{table}', {row}, {column}, {value}, {time}, {{TTL => 4000000000000}}"),
                6 => format!("delete '{table}', {row}, {column}, {time}"),
                7 => format!("deleteall '{table}', {row}, {column}, {time}"),
                8 => format!("deleteall '{table}', {row}, '{family}', {time}"),
                9 => format!("delete '{table}', {row}, '{family}', {time}"),
                10 => format!("deleteall '{table}', {row}"),
                11 => format!(
                    "check_and_put '{table}', {row}, {column}, {}, 'f:checked', {value}",
                    dice.of(&["nil", "'v'"])
                ),
                12 => format!(
                    "check_and_mutate '{table}', {row}, {{COLUMN => {column}, 'OP' => '!=', 'VALUE' => 'w'}}, \
                     ['put', 'f:m', {value}], ['deleteall', {column}, {time}]"
                ),
                13 => format!("mutate_rows '{table}', ['put', {row}, 'f:q', {value}], ['deleteall', {row}, 'g:q']"),
                14 => format!("incr '{table}', {row}, 'f:n', {}", dice.roll(9)),
                15 => format!("append '{table}', {row}, {column}, {value}"),
                16 | 17 => format!("flush '{table}'"),
                18 => format!("compact '{table}'"),
                19 => format!("major_compact '{table}'"),
                20 => format!("split '{table}', {}", dice.of(ROWS)),
                21 => format!("alter '{table}', NAME => '{family}', VERSIONS => {}", dice.roll(5) + 1),
                22 => format!("alter '{table}', MAX_FILESIZE => '{}'", (dice.roll(9) + 2) << 24),
                _ => format!("get '{table}', {row}"),
            });
        }
        let mut local = Local::new(NOW);
        let mut shell = Shell::new(0);
        let mut done: Vec<(Request, i64)> = Vec::new();
        for line in &lines {
            play(&mut local, &mut shell, line, &mut done);
        }
        let now = local.now();
        let want = look(&local.cluster, now);
        if !actions {
            return (session(&local.cluster, &local.catalog, now), want);
        }
        let mut script = String::new();
        for table in local.cluster.tables() {
            let keys = splits(&local.cluster, &table.name);
            script += &create(table, &keys.iter().map(Vec::as_slice).collect::<Vec<_>>());
        }
        for (request, at) in done {
            script += &action(&request, Some(at));
        }
        (script, want)
    }

    /// Types a line and waits until it is done; what it asked for, with the time at which it was.
    fn play(local: &mut Local, shell: &mut Shell, line: &str, done: &mut Vec<(Request, i64)>) {
        shell.enter(line);
        while let Turn::Ask(demand) = local.step(shell, 1_000_000) {
            let Some(reply) = local.answer(&demand) else { return };
            if let Demand::Request(request) = &*demand {
                done.push((request.clone(), local.now()));
            }
            shell.hear(reply);
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    program::main()
}

#[cfg(target_arch = "wasm32")]
fn main() {}
