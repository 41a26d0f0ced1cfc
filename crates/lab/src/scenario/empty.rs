//! Nothing yet: two servers and no table.

use super::{Reference, Start};
use splitpoint_model::cluster::Config;

pub(super) fn start() -> Start {
    Start {
        reference: Reference::Scenario("empty".into()),
        title: "Empty".into(),
        about: "Two servers and no table. Create one to begin.".into(),
        config: Config { servers: 2, ..Config::default() },
        tables: Vec::new(),
        clients: 2,
        now: 1000,
        setup: [].into(),
    }
}
