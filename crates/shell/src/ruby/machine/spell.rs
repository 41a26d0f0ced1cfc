//! Finds the words that a misspelt one may have meant.
//!
//! Source: `did_you_mean` 1.3, `spell_checker.rb`, `jaro_winkler.rb`, `levenshtein.rb`.

use splitpoint_model::order;

/// Words of the language that are suggested where a method is missing.
pub(crate) const WORDS: &[&str] = &[
    "alias", "case", "def", "defined?", "do", "else", "ensure", "for", "rescue", "super", "undef", "unless", "until",
    "when", "while", "yield",
];

/// The words that may have been meant, the nearest first.
pub(crate) fn correct(input: &str, words: &[&str]) -> Vec<String> {
    let normal = |word: &str| word.to_lowercase().replace('@', "");
    let input = normal(input);
    let length = input.chars().count();
    let near = if length > 3 { 0.834 } else { 0.77 };
    let mut found: Vec<(f64, &str)> = words
        .iter()
        .filter(|word| jaro_winkler(&normal(word), &input) >= near && **word != input)
        .map(|word| (jaro_winkler(word, &input), *word))
        .collect();
    order::sort_by(&mut found, |left, right| left.0.total_cmp(&right.0));
    found.reverse();
    found.dedup_by_key(|(_, word)| *word);
    let most = length.div_ceil(4);
    let mut corrections: Vec<&str> =
        found.iter().map(|(_, word)| *word).filter(|word| levenshtein(&normal(word), &input) <= most).collect();
    if corrections.is_empty() {
        let misspelt = |word: &&str| levenshtein(&normal(word), &input) < length.min(word.chars().count());
        corrections = found.iter().map(|(_, word)| *word).filter(misspelt).take(1).collect();
    }
    corrections.into_iter().map(str::to_owned).collect()
}

fn jaro_winkler(left: &str, right: &str) -> f64 {
    let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    let near = jaro(&left, &right);
    if near <= 0.7 {
        return near;
    }
    let prefix = left.iter().zip(&right).take(4).take_while(|(l, r)| l == r).count();
    near + prefix as f64 * 0.1 * (1.0 - near)
}

fn jaro(left: &[char], right: &[char]) -> f64 {
    let (short, long) = if left.len() <= right.len() { (left, right) } else { (right, left) };
    let window = (long.len() / 2).saturating_sub(1);
    let mut of_short = vec![false; short.len()];
    let mut of_long = vec![false; long.len()];
    let mut matches = 0;
    for (at, c) in short.iter().enumerate() {
        let from = at.saturating_sub(window);
        for other in from..(at + window + 1).min(long.len()) {
            if !of_long[other] && long[other] == *c {
                (of_short[at], of_long[other]) = (true, true);
                matches += 1;
                break;
            }
        }
    }
    if matches == 0 {
        return 0.0;
    }
    let shorts = short.iter().zip(&of_short).filter(|(_, hit)| **hit).map(|(c, _)| c);
    let longs = long.iter().zip(&of_long).filter(|(_, hit)| **hit).map(|(c, _)| c);
    let swapped = shorts.zip(longs).filter(|(s, l)| s != l).count() / 2;
    let m = f64::from(matches);
    (m / short.len() as f64 + m / long.len() as f64 + (m - swapped as f64) / m) / 3.0
}

fn levenshtein(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (at, l) in left.chars().enumerate() {
        let mut before = row[0];
        row[0] = at + 1;
        for (column, r) in right.iter().enumerate() {
            let cost = before + usize::from(l != *r);
            before = row[column + 1];
            row[column + 1] = cost.min(before + 1).min(row[column] + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::correct;

    #[test]
    fn suggestions_are_those_of_the_recordings() {
        assert_eq!(correct("foo", &["for", "format"]), ["for"]);
        assert_eq!(correct("tables", &["table_help", "list"]), ["table_help"]);
        assert_eq!(correct("exists", &["exit", "exit!", "exec"]), ["exit", "exit!"]);
        assert_eq!(correct("truncate", &["trust", "trap"]), ["trust"]);
        assert!(correct("nope", &["open", "print"]).is_empty());
    }
}
