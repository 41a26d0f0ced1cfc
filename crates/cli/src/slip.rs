//! What a word was probably meant to be: clap finds long words that are alike, and misses slips in short ones.

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Names the verb that was probably meant in an error about one that is not there, where clap names none.
///
/// `words`: what was typed, from the first argument on.
pub(crate) fn explained(mut error: clap::Error, command: &Command, words: impl Iterator<Item = String>) -> clap::Error {
    let suggested = error.get(ContextKind::SuggestedSubcommand);
    let named = suggested.is_some_and(|value| !matches!(value, ContextValue::Strings(names) if names.is_empty()));
    if error.kind() != ErrorKind::InvalidSubcommand || named {
        return error;
    }
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidSubcommand) else { return error };
    // Verbs of a verb, such as those of `lesson`, are not those of the program.
    let before = words.take_while(|word| word != typed);
    let command = before.fold(command, |command, word| command.find_subcommand(word).unwrap_or(command));
    let verbs = command.get_subcommands().map(Command::get_name);
    let near: Vec<String> = verbs.filter(|verb| is_slip(typed, verb)).map(str::to_owned).collect();
    if !near.is_empty() {
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(near));
    }
    error
}

/// Whether one letter too many, too few or another, or two neighbours in the wrong order, make one word of the other.
fn is_slip(typed: &str, meant: &str) -> bool {
    let (typed, meant): (Vec<char>, Vec<char>) = (typed.chars().collect(), meant.chars().collect());
    let same = typed.iter().zip(&meant).take_while(|(one, other)| one == other).count();
    let (typed, meant) = (&typed[same..], &meant[same..]);
    let same = typed.iter().rev().zip(meant.iter().rev()).take_while(|(one, other)| one == other).count();
    match (&typed[..typed.len() - same], &meant[..meant.len() - same]) {
        ([first, second], [one, other]) => first == other && second == one,
        (typed, meant) => typed.len() <= 1 && meant.len() <= 1,
    }
}

#[cfg(test)]
mod tests {
    use super::is_slip;

    #[test]
    fn a_slip_is_one_letter_or_two_neighbours() {
        for typed in ["rnu", "rn", "runn", "ran", "urn", "un", "run"] {
            assert!(is_slip(typed, "run"), "{typed}");
        }
        for typed in ["nur", "r", "rnnu", "", "link"] {
            assert!(!is_slip(typed, "run"), "{typed}");
        }
    }
}
