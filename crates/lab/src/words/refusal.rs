//! Why something could not even be begun, and what to do.

use super::{advice, message};
use crate::sim::refusal::{Cause, Objection, Refusal, Wanted};
use std::fmt;

/// What is wrong and what to do, in a sentence or two; HBase's exception comes first, where it is one.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.cause {
            Cause::HBase(error) => {
                write!(f, "{}: {}. {}", error.class(), message(error).trim_end_matches(['.', '!', ' ']), advice(error))
            }
            Cause::Ours(objection) => f.write_str(&self::objection(objection)),
        }
    }
}

impl std::error::Error for Refusal {}

fn objection(objection: &Objection) -> String {
    match objection {
        Objection::NoClient => "There is no such client.".to_owned(),
        Objection::NoLanguage(_) => {
            "Scripts cannot be run yet: the language of the shell is not loaded. Open the console, and run it again."
                .to_owned()
        }
        Objection::Unreadable(why) => why.clone(),
        Objection::EmptyChecked => {
            "The column that is checked needs a value: HBase takes an empty one for an absent one.".to_owned()
        }
        Objection::Width(most) => format!("Give the width of keys in bytes, from 1 to {most}."),
        Objection::NoFilters => "The code of filters has not been loaded yet. Send it again.".to_owned(),
        Objection::EmptyPage => "A page needs at least one row.".to_owned(),
        Objection::NoPages => "Ask for at least one page.".to_owned(),
        Objection::Range { least, most } => format!("Give a whole number from {least} to {most}."),
        Objection::NoMutations => "A transaction needs at least one put or delete.".to_owned(),
        Objection::Balanced => "Regions are spread evenly enough: the balancer moves nothing.".to_owned(),
        Objection::BalancerWaits => {
            "The balancer does not run while a region is on its way or a dead server is recovered. Let the work in the \
             lanes finish, then ask again."
                .to_owned()
        }
        Objection::Attribute { name, value, wanted } => {
            format!("{name} cannot be “{value}”: give {}.", self::wanted(*wanted))
        }
    }
}

fn wanted(wanted: Wanted) -> String {
    match wanted {
        Wanted::NumberOrSwitch => "a number, or true or false where it is a switch".to_owned(),
        Wanted::OneOf(words) => match words {
            [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
            words => words.join(", "),
        },
    }
}
