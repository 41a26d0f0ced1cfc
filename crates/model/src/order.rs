//! Sorting, once for all types: each type that the standard sort is made for costs the page four kilobytes.

use std::cmp::Ordering;

/// Sorts; equal items keep their places.
pub fn sort_by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    if items.is_sorted_by(|left, right| compare(left, right).is_le()) {
        return;
    }
    let mut from = order(items.len(), &mut |left, right| compare(&items[left], &items[right]));
    for start in 0..items.len() {
        let mut at = start;
        loop {
            let next = std::mem::replace(&mut from[at], at);
            if next == start || next == at {
                break;
            }
            items.swap(at, next);
            at = next;
        }
    }
}

/// Sorts; equal items keep their places.
pub fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, T::cmp);
}

/// Where the items of the sorted sequence stand now.
fn order(len: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..len).collect();
    order.sort_by(|&left, &right| compare(left, right));
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_sorts_as_the_standard_sort_does(numbers in prop::collection::vec(0..30u8, 0..80)) {
            let mut items: Vec<(u8, usize)> = numbers.into_iter().zip(0..).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|(number, _)| *number);
            sort_by(&mut items, |left, right| left.0.cmp(&right.0));
            prop_assert_eq!(items, expected);
        }
    }
}
