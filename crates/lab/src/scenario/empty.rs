//! The empty start: two servers and no table.

use super::{Example, Reference, Start};
use splitpoint_model::cluster::Config;

pub(super) const EXAMPLE: Example =
    Example { id: "empty", title: "Empty", about: "It begins with two servers and no table. Create one first." };

pub(super) fn start() -> Start {
    Start {
        reference: Reference::Scenario(EXAMPLE.id.into()),
        title: EXAMPLE.title.into(),
        about: EXAMPLE.about.into(),
        config: Config { servers: 2, ..Config::default() },
        tables: Vec::new(),
        clients: 2,
        now: 1000,
        setup: [].into(),
    }
}
