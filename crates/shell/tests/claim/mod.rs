//! What must hold whatever bytes come in. Fuzzers feed these functions (`crates/fuzz`), and a test replays the kept
//! corpus; each panics where its claim does not hold.

pub(crate) mod script;
pub(crate) mod tree;
