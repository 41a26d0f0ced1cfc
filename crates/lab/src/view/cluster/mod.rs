//! A real cluster as it is shown: the key space of a table from its regions, what it got over time, and rows.

mod heat;
mod rows;
mod skew;
mod space;
#[cfg(test)]
mod tests;

pub use heat::{Aspect, ClusterHeat, HeatBand, HeatNote, Slice, cluster_heat};
pub use rows::{RealCell, RealRow, real_rows};
pub use skew::{LimitView, Limits, limits, skew};
pub use space::{Bearer, MOST_LINES, SpaceLine, SpaceView, space};
