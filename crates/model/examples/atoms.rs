//! A put, atom by atom, and when another client begins to see it: `cargo run -p splitpoint-model --example atoms`.
//!
//! A cluster is a value and an operation is a number of small steps, so anybody may come in between two of them.

use splitpoint_model::client::{Client, Request, Response};
use splitpoint_model::cluster::{Admin, Cluster, Config};
use splitpoint_model::error::Error;
use splitpoint_model::event::{Event, Observer};
use splitpoint_model::mutation::Put;
use splitpoint_model::query::Get;
use splitpoint_model::schema::{FamilyDescriptor, TableDescriptor};

/// Keeps the kinds of what it hears.
struct Heard(Vec<String>);

impl Observer for Heard {
    fn hear(&mut self, event: Event) {
        let text = format!("{event:?}");
        self.0.push(text.split([' ', '{']).next().unwrap_or_default().to_owned());
    }
}

fn main() -> Result<(), Error> {
    let mut cluster = Cluster::new(Config::default());
    let descriptor = TableDescriptor::new("notes", [FamilyDescriptor::new("n")]);
    cluster.run(Admin::CreateTable { descriptor, splits: Vec::new() }, 0, &mut ())?;

    let (mut writer, mut reader) = (Client::new(0), Client::new(1));
    writer.start(Request::Put("notes".into(), Put::new("door").add("n", "text", "I was here first")));
    loop {
        let read = reader.run(&mut cluster, Request::Get("notes".into(), Get::new("door")), 1, &mut ())?;
        let sees = matches!(read, Response::Row(row) if !row.cells.is_empty());
        let mut heard = Heard(Vec::new());
        let answer = writer.step(&mut cluster, 1, &mut heard);
        println!(
            "{} then {}",
            if sees { "the reader sees it;    " } else { "the reader sees nothing;" },
            heard.0.join(", ")
        );
        if answer.is_some() {
            return Ok(());
        }
    }
}
