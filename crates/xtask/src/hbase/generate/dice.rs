//! Random choices that follow only from a seed (SplitMix64).

use std::cell::Cell;

pub(super) struct Dice(Cell<u64>);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(Cell::new(seed))
    }

    fn roll(&self) -> u64 {
        let mut mixed = self.0.get().wrapping_add(0x9E37_79B9_7F4A_7C15);
        self.0.set(mixed);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number of `0..count`; 0 if `count` is 0.
    pub(super) fn below(&self, count: usize) -> usize {
        usize::try_from(self.roll() >> 33).unwrap_or_default().checked_rem(count).unwrap_or_default()
    }

    /// A number of `low..=high`.
    pub(super) fn between(&self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// `true` in this percentage of cases.
    pub(super) fn chance(&self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(super) fn pick<T: Clone>(&self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }

    /// One of the choices, each with a probability by its weight.
    pub(super) fn weighted<T: Copy>(&self, choices: &[(T, usize)]) -> T {
        let mut left = self.below(choices.iter().map(|(_, weight)| weight).sum());
        for (choice, weight) in choices {
            match left.checked_sub(*weight) {
                Some(rest) => left = rest,
                None => return *choice,
            }
        }
        choices[0].0
    }
}

#[cfg(test)]
mod tests {
    use super::Dice;

    #[test]
    fn a_seed_tells_everything() {
        let rolls = |seed| {
            let dice = Dice::new(seed);
            [dice.below(100), dice.between(3, 5), dice.below(0), dice.weighted(&[(1, 0), (2, 5)])]
        };
        assert_eq!(rolls(7), rolls(7));
        assert!((3..=5).contains(&rolls(7)[1]));
        assert_eq!(rolls(7)[2..], [0, 2]);
    }
}
