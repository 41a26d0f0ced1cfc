//! How finely a schedule is stepped.

/// How finely the transport steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub enum Grain {
    /// All atoms of one client operation or job.
    Operation,
    /// One round trip.
    #[default]
    Rpc,
    /// One event: a cell visited, a lock taken.
    Cell,
}
