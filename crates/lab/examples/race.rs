//! Every order of two clients that prepend a row at once, without and with a check: `cargo run -p splitpoint-lab --example race`.

use splitpoint_lab::intent::Intent;
use splitpoint_lab::scenario;
use splitpoint_lab::search::{Choice, Options, Search};
use splitpoint_lab::session::{self, Session};
use splitpoint_lab::sim::world::letter;
use splitpoint_lab::view::Grain;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    for blind in [true, false] {
        println!("{}", if blind { "Both use a plain put:" } else { "Both check that nobody was there before:" });
        let mut session = Session::from_start(scenario::start("comments").ok_or("there is such an example")?)?;
        for client in 0..2 {
            let column = || ("c".to_owned(), b"text".to_vec());
            let (family, qualifier) = column();
            let cells = vec![(family, qualifier, format!("from {}", letter(client)).into_bytes())];
            session.submit(
                client,
                Intent::Prepend { table: "comments".into(), check: column(), cells, blind, highest: i64::MAX },
            )?;
        }
        let search = Search::new(session.world(), Options::new(Grain::Rpc), &session::rows);
        let outcomes = search.finish().map_err(|_| "the world is small")?;
        for outcome in outcomes {
            let texts = outcome.judgement.iter().filter(|[_, _, _, value]| value.starts_with("from "));
            let kept: Vec<&str> = texts.map(|[_, _, _, value]| value.as_str()).collect();
            let steps = outcome.witness.iter().filter_map(|choice| match choice {
                Choice::Step(actor) => actor.letter(),
                Choice::Interference(_) => None,
            });
            let orders = outcome.orders.map_or_else(|| "without end".to_owned(), |orders| format!("{orders}x"));
            println!("  {orders}, such as {}: {}", steps.collect::<String>(), kept.join(", "));
        }
    }
    Ok(())
}
