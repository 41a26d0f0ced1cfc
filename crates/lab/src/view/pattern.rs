//! The pattern that amounts make over time and keys, in a sentence: of the requests of a log, and of the counters of a
//! cluster.

use crate::words::percent;
use std::ops::Range;

/// How a load moves over columns, and over their last ones.
pub(super) struct Motion<'a> {
    /// The amount of a column and a row.
    pub(super) amount: &'a dyn Fn(usize, usize) -> u64,
    /// Columns in all, oldest first.
    pub(super) columns: usize,
    /// Rows, in the order of keys.
    pub(super) rows: usize,
    /// The last columns that count as the present.
    pub(super) recent: usize,
}

/// How a pattern is told.
pub(super) struct Terms<'a> {
    /// What a part is: `region`.
    pub(super) part: &'static str,
    /// What is counted: `cells written`.
    pub(super) noun: &'static str,
    /// What of it is recent: `the cells written in the last 50 requests`.
    pub(super) what: String,
    /// When that was: `in the last 50 requests`.
    pub(super) recent: String,
    /// When the load is back that comes back after so many columns: `about every 120 requests`.
    pub(super) period: &'a dyn Fn(usize) -> String,
    /// Where a row is no more than a short range of keys: whether it is the first of the table.
    pub(super) is_first: Option<&'a dyn Fn(usize) -> bool>,
}

/// A part of a table, and its share of what is recent in tenths of a percent.
pub(super) struct Share<'a> {
    pub(super) label: &'a str,
    pub(super) recent: u32,
    /// How many there are of it now: more than 1 where it was one when the recent load began, and was split since.
    pub(super) parts: usize,
}

impl Motion<'_> {
    fn amount(&self, column: usize, row: usize) -> u64 {
        (self.amount)(column, row)
    }

    fn window(&self) -> Range<usize> {
        // A few columns are too few to see a motion in.
        self.columns.saturating_sub(self.recent.max(8))..self.columns
    }

    /// The middle of the load of a column, in thousandths of a row; `None` where it has none.
    fn middle(&self, column: usize) -> Option<u128> {
        let sums = (0..self.rows).map(|row| self.amount(column, row)).enumerate();
        let (weighed, all) = sums.fold((0_u128, 0_u128), |(weighed, all), (row, amount)| {
            (weighed + row as u128 * u128::from(amount), all + u128::from(amount))
        });
        (weighed * 1000).checked_div(all)
    }

    /// After how many columns the middle of the load comes back to where it was, again and again, having been far away in
    /// between. `None` where it does not, or where less than two such rounds are there.
    pub(super) fn period(&self) -> Option<usize> {
        let middles: Vec<i128> = (0..self.columns).filter_map(|column| self.middle(column)?.try_into().ok()).collect();
        let count = i128::try_from(middles.len()).ok().filter(|count| *count >= 8)?;
        let mean = middles.iter().sum::<i128>() / count;
        let spread = middles.iter().map(|middle| (middle - mean).abs()).sum::<i128>() / count;
        // How far it is, on the average, from where it was so many columns before.
        let apart = |lag: usize| {
            let pairs = middles.iter().zip(&middles[lag..]);
            pairs.map(|(one, other)| (one - other).abs()).sum::<i128>() / (middles.len() - lag) as i128
        };
        let away = (1..middles.len() / 2).find(|lag| apart(*lag) >= spread)?;
        let back = |lag: &usize| apart(*lag) * 2 <= spread && apart(*lag) <= apart(*lag + 1);
        (away..=middles.len() / 2).find(back).filter(|_| spread >= 1500)
    }

    /// Whether the middle of the load moves one way, column by column, over at least five rows.
    pub(super) fn is_front(&self) -> bool {
        let middles: Vec<u128> = self.window().filter_map(|column| self.middle(column)).collect();
        let steps = || middles.windows(2);
        let (up, down) = (steps().filter(|two| two[1] < two[0]).count(), steps().filter(|two| two[1] > two[0]).count());
        let far = middles.iter().max().zip(middles.iter().min()).is_some_and(|(most, least)| most - least >= 4000);
        far && up.max(down) * 10 >= (up + down) * 8 && up + down > 0
    }

    /// The share, in tenths of a percent, that the strongest row has in the last column with anything in it, where in each
    /// column of the present one row has most and that row moves. `None` where it is not so.
    pub(super) fn front(&self) -> Option<u32> {
        let share = |column: usize| {
            let amounts = (0..self.rows).map(|row| self.amount(column, row));
            let (most, whole) =
                amounts.fold((0, 0), |(most, whole): (u64, u64), amount| (most.max(amount), whole + amount));
            (whole > 0).then(|| tenths(most, whole))
        };
        let shares: Vec<u32> = self.window().filter_map(share).collect();
        (self.is_front() && shares.iter().all(|share| *share >= 600)).then(|| shares.last().copied())?
    }

    /// Whether the middle of the last load is in these rows.
    pub(super) fn is_at(&self, rows: &Range<usize>) -> bool {
        let last = (0..self.columns).rev().find_map(|column| self.middle(column));
        last.is_some_and(|middle| rows.contains(&((middle / 1000) as usize)))
    }

    /// The row that got most, and its share in tenths of a percent.
    fn hottest(&self) -> (usize, u32) {
        let sum = |row: usize| self.window().map(|column| self.amount(column, row)).sum::<u64>();
        let sums: Vec<u64> = (0..self.rows).map(sum).collect();
        let hottest = sums.iter().enumerate().max_by_key(|(_, sum)| **sum).map_or(0, |(row, _)| row);
        (hottest, tenths(sums.get(hottest).copied().unwrap_or(0), sums.iter().sum()))
    }
}

/// The pattern in a sentence, and whether it is a hot spot. `total` is all that is recent.
pub(super) fn pattern(shares: &[Share<'_>], motion: &Motion<'_>, terms: &Terms<'_>, total: u64) -> (String, bool) {
    let Terms { part, noun, what, recent, .. } = terms;
    let Some(hottest) = shares.iter().max_by_key(|share| share.recent).filter(|_| total > 0) else {
        return (format!("No {}.", what.trim_start_matches("the ")), false);
    };
    let share = percent(hottest.recent);
    let (row, of_row) = motion.hottest();
    if let Some(is_first) = terms.is_first.filter(|_| of_row >= 600 && !motion.is_front()) {
        let from = if is_first(row) { "the first keys" } else { "one short range of keys" };
        let text =
            format!("Hot row: {} of {what} fell on {from}, in {}. No split helps.", percent(of_row), hottest.label);
        return (text, true);
    }
    // The share that each part would have if all had the same.
    let fair = 1000 / u32::try_from(shares.len().max(1)).unwrap_or(1000);
    let is_front = motion.is_front();
    let even = || (format!("Even: no {part} got more than {share} of {what}."), false);
    // Nearly equal shares are even, also where they come in turns, which would be told as a period.
    if shares.len() > 1 && hottest.recent * 5 <= fair * 6 && !is_front {
        return even();
    }
    if let Some(columns) = motion.period() {
        let period = (terms.period)(columns);
        let last = format!("{recent} {} got {share}", hottest.label);
        let text = format!("Periodic: the {noun} move over the keys and come back {period}; {last}.");
        return (text, false);
    }
    if is_front && hottest.recent >= 600 {
        let is_split = shares.iter().map(|share| share.parts).sum::<usize>() > 1;
        let why = if is_split { "Splits do not move the front." } else { "A split will not move the front." };
        let whole = if hottest.parts > 1 { "one region, split meanwhile, now " } else { "" };
        return (format!("Sequential front: {share} of {what} went to {whole}{}. {why}", hottest.label), true);
    }
    if shares.len() == 1 {
        return (format!("One {part} gets all, as there is only one: {}.", hottest.label), false);
    }
    if is_front {
        let text = format!(
            "Moving front: the {noun} pass over the {part}s one after the other, so one {part} works at a time."
        );
        return (text, true);
    }
    if hottest.recent >= (2 * fair).max(400) {
        return (format!("Hot {part}: {share} of {what} went to {}.", hottest.label), true);
    }
    even()
}

/// A part as tenths of a percent of the whole, rounded down, so that they can be rounded to whole percent: of 45.46 %, rounding
/// twice makes 46. A part that is not nothing is at least one tenth.
pub(crate) fn tenths(part: u64, whole: u64) -> u32 {
    let tenths = (u128::from(part) * 1000).checked_div(u128::from(whole)).unwrap_or(0);
    u32::try_from(tenths).unwrap_or(1000).max(u32::from(part > 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_two_parts_are_rounded_once() {
        assert_eq!([percent(tenths(5, 11)), percent(tenths(6, 11))], ["45 %", "55 %"]);
        assert_eq!([percent(tenths(1, 5000)), percent(tenths(0, 5000))], ["< 1 %", "0 %"]);
    }
}
