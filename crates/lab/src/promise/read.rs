//! How a promise reads a world: a row, or all rows of a table, as any reader finds them.

use crate::sim::world::World;
use splitpoint_model::query::RowResult;
use std::cell::RefCell;
use std::rc::Rc;

/// The rows of a table by its name; `None` where not all can be read.
type Known = (String, Option<Rc<[RowResult]>>);

/// A world as promises look at it: what several of them read is read once.
#[derive(Debug)]
pub struct Sight<'a> {
    /// The world.
    pub world: &'a World,
    tables: RefCell<Vec<Known>>,
}

impl<'a> Sight<'a> {
    /// A world of which no table has been read yet.
    pub fn new(world: &'a World) -> Self {
        Self { world, tables: RefCell::default() }
    }

    /// All rows that are visible. `None` where not all can be read now.
    pub(super) fn rows(&self, table: &str) -> Option<Rc<[RowResult]>> {
        if let Some((_, rows)) = self.tables.borrow().iter().find(|(name, _)| *name == *table) {
            return rows.clone();
        }
        let rows: Option<Rc<[RowResult]>> = rows(self.world, table).map(Into::into);
        self.tables.borrow_mut().push((table.to_owned(), rows.clone()));
        rows
    }
}

/// A row as it is visible. `None` where it cannot be read now, as when its region is not open.
pub(super) fn row(world: &World, table: &str, row: &[u8]) -> Option<RowResult> {
    world.cluster().look(table, row, world.clock().now())
}

/// All rows that are visible. `None` where not all can be read now.
pub(crate) fn rows(world: &World, table: &str) -> Option<Vec<RowResult>> {
    world.cluster().look_at_all(table, world.clock().now())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intent::{AdminIntent, Intent};
    use crate::scenario;
    use crate::session::Session;
    use splitpoint_model::client::{Client, Request, Response};
    use splitpoint_model::query::{Get, Scan};

    /// What a client gets that comes now and knows no region.
    fn ask(world: &World, request: Request) -> Option<Response> {
        let mut cluster = world.cluster().clone();
        Client::new(u8::MAX - 1).run(&mut cluster, request, world.clock().now(), &mut ()).ok()
    }

    /// What is read of a table is read once, and only that.
    #[test]
    fn what_several_promises_read_is_read_once() {
        let start = Session::from_start(scenario::start("comments").expect("an example")).expect("a session");
        let sight = Sight::new(start.world());
        let (one, other) = (sight.rows("comments").expect("rows"), sight.rows("comments").expect("rows"));
        assert!(Rc::ptr_eq(&one, &other));
        assert_eq!(Some(one.to_vec()), rows(start.world(), "comments"));
        assert!(sight.rows("nowhere").is_none() && sight.rows("nowhere").is_none());
        assert_eq!(sight.tables.borrow().len(), 2);
    }

    /// What is looked at, a row or all of them, is what a client gets that asks for it, at every step: also while its region moves or is
    /// split, while its server is dead, and where its table is disabled.
    #[test]
    fn what_is_looked_at_is_what_a_client_gets() {
        let table = "comments";
        let got = |world: &World, row: &[u8]| match ask(world, Request::Get(table.into(), Get::new(row)))? {
            Response::Row(result) => Some(result),
            _ => None,
        };
        let scanned = |world: &World| match ask(world, Request::Scan(table.into(), Scan::default()))? {
            Response::Rows { results, .. } => Some(results),
            _ => None,
        };
        let first = |world: &World| rows(world, table).and_then(|rows| Some(rows.first()?.row()?.to_vec()));
        let start = Session::from_start(scenario::start(table).expect("an example")).expect("a session");
        let known = first(start.world()).expect("a row");
        let admins = [
            AdminIntent::Flush(table.to_owned(), None),
            AdminIntent::Move(table.to_owned(), known.clone()),
            AdminIntent::Split { table: table.to_owned(), region: None, at: Some(known.clone()) },
            AdminIntent::Crash(0),
            AdminIntent::Drop(table.to_owned()),
        ];
        let (mut readable, mut others) = (0, 0);
        for admin in admins {
            let mut world = start.world().clone();
            let put = Intent::Insert {
                table: table.to_owned(),
                row: known.clone(),
                cells: vec![("c".into(), b"text".to_vec(), None, b"new".to_vec())],
            };
            world.submit(0, &put).expect("it can be asked for");
            let _ = world.submit(0, &Intent::Admin(admin));
            let mut turn = 0;
            loop {
                for row in [&known[..], b"", b"not there", &[9; 40_000]] {
                    let looked = super::row(&world, table, row);
                    assert_eq!(looked, got(&world, row));
                    if looked.is_some() { readable += 1 } else { others += 1 }
                }
                let looked = rows(&world, table);
                assert_eq!(looked, scanned(&world));
                if looked.is_some() {
                    readable += 1
                } else {
                    others += 1
                }
                let enabled = world.enabled();
                let Some(actor) = enabled.get(turn % enabled.len().max(1)) else { break };
                world.apply(*actor, &mut ());
                turn += 1;
            }
        }
        assert!(readable > 20 && others > 20, "{readable} {others}");
    }
}
