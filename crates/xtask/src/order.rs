//! An order of the functions of a module in which gzip compresses them better.
//!
//! Gzip looks back 32 kB. A linker leaves functions in the order in which it met them, so two that are alike, such as
//! the same method of two types, are often further apart than that. Here each function is followed by the one that has
//! most in common with those just before it.

use std::cmp::Reverse;
use std::collections::BTreeMap;

/// What two functions have in common. No choice is best for every module, and in a large one the best differs from the
/// worst by a kilobyte or two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Likeness {
    /// How many equal bytes in a row count as something in common.
    share: usize,
    /// Sequences of bytes that occur in more functions than this do not count, as they are near in any order.
    most: usize,
}

/// The choices that are tried.
pub(crate) const LIKENESSES: [Likeness; 6] = [
    Likeness { share: 6, most: 50 },
    Likeness { share: 6, most: 20 },
    Likeness { share: 7, most: 50 },
    Likeness { share: 8, most: 20 },
    Likeness { share: 8, most: 100 },
    Likeness { share: 5, most: 50 },
];

/// How far back gzip looks, in bytes.
const WINDOW: usize = 32 * 1024;

/// Added to the length of each function. Otherwise the shortest would all come first.
const START: usize = 100;

/// The order of functions: the next one has the most in common with those before it, relative to its length; of equal
/// ones the first one is taken.
pub(crate) fn order(bodies: &[&[u8]], likeness: Likeness) -> Vec<usize> {
    let (shares, holders) = shares(bodies, likeness);
    let mut known = vec![0_usize; holders.len()];
    let mut common = vec![0_usize; bodies.len()];
    let mut left: Vec<usize> = (0..bodies.len()).collect();
    let mut order: Vec<usize> = Vec::with_capacity(bodies.len());
    let (mut start, mut near) = (0, 0);
    let best = |left: &[usize], common: &[usize]| {
        let worth = |body: usize| (common[body] << 20) / (bodies[body].len() + START);
        (0..left.len()).max_by_key(|at| (worth(left[*at]), Reverse(left[*at])))
    };
    while let Some(at) = best(&left, &common) {
        let body = left.swap_remove(at);
        order.push(body);
        near += bodies[body].len();
        for share in &shares[body] {
            known[*share] += 1;
            if known[*share] == 1 {
                holders[*share].iter().for_each(|other| common[*other] += 1);
            }
        }
        while near > WINDOW && start + 1 < order.len() {
            let gone = order[start];
            start += 1;
            near -= bodies[gone].len();
            for share in &shares[gone] {
                known[*share] -= 1;
                if known[*share] == 0 {
                    holders[*share].iter().for_each(|other| common[*other] -= 1);
                }
            }
        }
    }
    order
}

/// The sequences of bytes that a few functions share: those in each function, and the functions of each.
fn shares(bodies: &[&[u8]], likeness: Likeness) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
    let mut holders = BTreeMap::<&[u8], Vec<usize>>::new();
    for (body, bytes) in bodies.iter().enumerate() {
        for row in bytes.windows(likeness.share) {
            let of = holders.entry(row).or_default();
            if of.last() != Some(&body) {
                of.push(body);
            }
        }
    }
    let holders: Vec<Vec<usize>> = holders.into_values().filter(|of| (2..=likeness.most).contains(&of.len())).collect();
    let mut shares = vec![Vec::new(); bodies.len()];
    for (share, of) in holders.iter().enumerate() {
        of.iter().for_each(|body| shares[*body].push(share));
    }
    (shares, holders)
}

#[cfg(test)]
mod tests {
    use super::{LIKENESSES, WINDOW, order};

    #[test]
    fn what_is_alike_stands_together() {
        // Functions of a kind differ at their ends only, and between two of them lies more than gzip looks back over.
        let kinds: Vec<Vec<u8>> =
            (0..3_u8).map(|kind| (0..WINDOW / 4).map(|at| kind << 6 | at as u8 & 63).collect()).collect();
        let bodies: Vec<Vec<u8>> =
            (0..12_usize).map(|at| [kinds[at % 3].as_slice(), &[at as u8; 9]].concat()).collect();
        for likeness in LIKENESSES {
            let order = order(&bodies.iter().map(Vec::as_slice).collect::<Vec<_>>(), likeness);
            let changes = order.windows(2).filter(|two| two[0] % 3 != two[1] % 3).count();
            assert_eq!(changes, 2, "{likeness:?}: {order:?}");
            let mut all = order;
            all.sort_unstable();
            assert_eq!(all, (0..12).collect::<Vec<_>>());
        }
    }

    #[test]
    fn no_function_is_an_order_too() {
        assert!(order(&[], LIKENESSES[0]).is_empty());
    }
}
