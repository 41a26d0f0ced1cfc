//! `RandomRowFilter`: some of the rows.

use super::{FilterState, ReturnCode};
use crate::cell::Cell;

/// Keeps each row with a probability.
///
/// Deviation: the same seed chooses the same rows every time, so that a world stays a value.
///
/// Source: `RandomRowFilter`.
#[derive(Clone, Debug)]
pub(super) struct RandomRow {
    chance_per_mille: u16,
    state: u64,
    filter_row: bool,
}

impl RandomRow {
    pub(super) fn new(chance_per_mille: u16, seed: u64) -> Self {
        Self { chance_per_mille, state: seed, filter_row: false }
    }

    /// The next number of a SplitMix64 sequence.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

impl FilterState for RandomRow {
    fn reset(&mut self) {
        self.filter_row = false;
    }

    fn filter_row_key(&mut self, _first: &Cell) -> bool {
        self.filter_row = self.next() % 1000 >= u64::from(self.chance_per_mille);
        self.filter_row
    }

    fn filter_cell(&mut self, _cell: &Cell) -> ReturnCode {
        if self.filter_row { ReturnCode::NextRow } else { ReturnCode::Include }
    }

    fn has_filter_row(&self) -> bool {
        true
    }

    fn filter_row(&mut self) -> bool {
        self.filter_row
    }

    fn boxed_clone(&self) -> Box<dyn FilterState> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use crate::filter::Filter;
    use crate::filter::start::tests::cell;

    #[test]
    fn the_chance_holds_and_the_seed_decides() {
        let rows = |chance_per_mille, seed| {
            let mut filter = Filter::RandomRowFilter { chance_per_mille, seed }.start(false).expect("good arguments");
            (0..1000).map(|_| !filter.filter_row_key(&cell("r", "q", "v"))).collect::<Vec<_>>()
        };
        let kept = |rows: &[bool]| rows.iter().filter(|kept| **kept).count();
        assert_eq!((kept(&rows(0, 1)), kept(&rows(1000, 1))), (0, 1000));
        assert!((200..300).contains(&kept(&rows(250, 1))));
        assert_eq!(rows(250, 1), rows(250, 1));
        assert_ne!(rows(250, 1), rows(250, 2));
    }
}
