//! Which field of a form is to blame for an error, by what the error says and what stands in the form.

use crate::intent::{AdminIntent, Field, Intent, Slot};
use splitpoint_model::client::validate;
use splitpoint_model::error::{Argument, Bound, Error, Failure, MAX_FAMILY_LENGTH, Refused, Sanity, Unmergeable};

/// The field to blame for this answer to what a form asked for. `None` where no single field is to blame: servers and
/// regions were not where they should be, or time was up. A new error has to be added here.
pub fn blame(intent: &Intent, error: &Error) -> Option<Slot> {
    match error {
        Error::IllegalArgument(argument) => self::argument(intent, argument),
        Error::RowLength { length } => row(intent, |row| row.len() == *length),
        Error::KeyValueTooLarge { .. } => {
            intent.values().into_iter().find(|(_, bytes)| validate::cell_size(*bytes).is_err()).map(|(slot, _)| slot)
        }
        Error::NoSuchColumnFamily { family, .. } => self::family(intent, |name| *name.as_bytes() == **family),
        Error::TableNotFound { .. }
        | Error::TableExists { .. }
        | Error::TableNotEnabled { .. }
        | Error::TableNotDisabled { .. }
        | Error::UnknownProtocol { .. } => table(intent),
        Error::WrongRegion { row: key } | Error::RowsNotColocated { row: key } => row(intent, |row| *row == **key),
        Error::RowOutsideRegion { row: key, .. } => row(intent, |row| *row == **key),
        Error::NotServingRegion { .. } => region(intent),
        Error::DoNotRetry(refused) => self::refused(intent, refused),
        Error::Io(failure) => self::failure(intent, failure),
        Error::MergeRegion(unmergeable) => match unmergeable {
            Unmergeable::Repeated { .. } | Unmergeable::Apart { .. } => other(intent),
            Unmergeable::NotOpen { .. } | Unmergeable::References { .. } | Unmergeable::NotOnline => region(intent),
        },
        Error::IncompatibleFilter(_) | Error::PatternSyntax { .. } => filter(intent),
        Error::ServerUnreachable { .. }
        | Error::ConnectionLost
        | Error::RegionTooBusy { .. }
        | Error::UnknownScanner { .. }
        | Error::ScannerReset { .. }
        | Error::NotALong { .. }
        | Error::WrongRow { .. } => None,
    }
}

fn argument(intent: &Intent, argument: &Argument) -> Option<Slot> {
    match argument {
        Argument::NoTableName
        | Argument::NoTableQualifier
        | Argument::NamespaceCharacter { .. }
        | Argument::TableStart { .. }
        | Argument::TableCharacter { .. }
        | Argument::ReservedTableName => table(intent),
        Argument::NoFamilyName => new_family(intent, str::is_empty, Field::Name),
        Argument::FamilyStart { family } | Argument::FamilyCharacter { family, .. } => {
            new_family(intent, |name| *name.as_bytes() == **family, Field::Name)
        }
        Argument::ReservedFamilyName => new_family(intent, |name| name == "recovered.edits", Field::Name),
        Argument::FamilyLength => {
            let long = |name: &str| name.len() > MAX_FAMILY_LENGTH;
            new_family(intent, long, Field::Name).or_else(|| family(intent, long))
        }
        Argument::MaxVersionsNotPositive => versions(intent, |number| number <= 0),
        Argument::MaxVersionsBelowMin { max, .. } => versions(intent, |number| number == i64::from(*max)),
        Argument::EmptySplitKey | Argument::RepeatedSplitKey { .. } => {
            matches!(intent, Intent::Admin(AdminIntent::Create { .. })).then_some(Field::Splits.into())
        }
        Argument::FewRegions { .. } => other(intent),
        Argument::NoColumns => {
            matches!(intent, Intent::Insert { .. } | Intent::CheckAndPut { .. } | Intent::Prepend { .. })
                .then_some(Field::Cells.into())
        }
        Argument::NegativeTimestamp { time } => {
            intent.times().into_iter().find(|(_, other)| *other == Some(*time)).map(|(slot, _)| slot)
        }
        Argument::NoRoutingRow => matches!(intent, Intent::Transaction { .. }).then_some(Field::Mutations.into()),
        Argument::BoundLength { bound } => matches!(intent, Intent::Pages(_)).then_some(match bound {
            Bound::Start => Field::Start.into(),
            Bound::Stop => Field::Stop.into(),
        }),
        Argument::Filter(_) | Argument::FilterSyntax(_) => filter(intent),
        // No form asks for what these are about.
        Argument::NothingToIncrement { .. }
        | Argument::NothingToAppend { .. }
        | Argument::AppendWithoutFamily
        | Argument::NegativeTimeRange { .. }
        | Argument::ReversedTimeRange
        | Argument::NoMutations
        | Argument::OtherRow { .. } => None,
    }
}

fn refused(intent: &Intent, refused: &Refused) -> Option<Slot> {
    match refused {
        Refused::NotSplittable { .. }
        | Refused::NoSplitPoint
        | Refused::SplitAtStart { .. }
        | Refused::SplitOutside { .. }
        | Refused::SplitDisabled { .. } => split(intent),
        Refused::MergeDisabled { .. } => table(intent),
        Refused::UnknownRegion | Refused::RegionGone | Refused::RegionNotOnline => region(intent),
        Refused::ServerNotOnline { .. } => match intent {
            Intent::Admin(AdminIntent::Crash(_) | AdminIntent::Balance) => Some(Field::Server.into()),
            _ => region(intent),
        },
        Refused::ReadOnly => table(intent),
        Refused::NoFamilies { .. } => self::sanity(intent, &Sanity::NoFamilies),
        Refused::Sanity(sanity) => self::sanity(intent, sanity),
        // No form asks for what these are about.
        Refused::CellTooLarge { .. } | Refused::RawColumns | Refused::ReversedOnDemand => None,
    }
}

fn sanity(intent: &Intent, sanity: &Sanity) -> Option<Slot> {
    let Intent::Admin(AdminIntent::Create { .. } | AdminIntent::Alter { .. }) = intent else { return None };
    match sanity {
        Sanity::FileSize { .. } => Some(Field::MaxFileSize.into()),
        Sanity::SplitPolicy { .. } => Some(Field::Policy.into()),
        Sanity::NoFamilies => {
            matches!(intent, Intent::Admin(AdminIntent::Create { .. })).then_some(Field::Families.into())
        }
        Sanity::BlockSize { family } => new_family(intent, |name| *name.as_bytes() == **family, Field::BlockSize),
        Sanity::TimeToLive { family }
        | Sanity::NegativeMinVersions { family }
        | Sanity::MinVersionsAboveMax { family } => {
            new_family(intent, |name| *name.as_bytes() == **family, Field::Versions)
        }
        // No field of the form sets it: the server's default counts.
        Sanity::FlushSize { .. } => None,
    }
}

fn failure(intent: &Intent, failure: &Failure) -> Option<Slot> {
    match failure {
        Failure::NoFamily => family(intent, str::is_empty),
        Failure::VersionsNotPositive => matches!(intent, Intent::Get { .. }).then_some(Field::Versions.into()),
        Failure::SplitAtStart => split(intent),
        Failure::NoRegion { row: key, .. } => row(intent, |row| *row == **key).or_else(|| region(intent)),
        Failure::LockTimeout { row: key, .. } => row(intent, |row| *row == **key),
        Failure::WriteTimeout | Failure::JobTimeout { .. } | Failure::NoAnswer => None,
    }
}

/// Where a form says which table it is about.
fn table(intent: &Intent) -> Option<Slot> {
    intent.table().map(|_| Field::Table.into())
}

fn row(intent: &Intent, is_it: impl Fn(&[u8]) -> bool) -> Option<Slot> {
    intent.rows().into_iter().find(|(_, row)| is_it(row)).map(|(slot, _)| slot)
}

/// A family that the table should have.
fn family(intent: &Intent, is_it: impl Fn(&str) -> bool) -> Option<Slot> {
    intent.families().into_iter().find(|(_, name)| is_it(name)).map(|(slot, _)| slot)
}

/// A field of a family that a new table gets.
fn new_family(intent: &Intent, is_it: impl Fn(&str) -> bool, field: Field) -> Option<Slot> {
    let Intent::Admin(AdminIntent::Create { families, .. }) = intent else { return None };
    Some(Field::Families.item(families.iter().position(|(name, _)| is_it(name))?, field))
}

/// The versions that a family of a new table keeps.
fn versions(intent: &Intent, is_it: impl Fn(i64) -> bool) -> Option<Slot> {
    let Intent::Admin(AdminIntent::Create { families, .. }) = intent else { return None };
    let is_it = |(name, value): &(String, String)| {
        name.eq_ignore_ascii_case("VERSIONS") && value.trim().parse().is_ok_and(&is_it)
    };
    let at = families.iter().position(|(_, attributes)| attributes.iter().any(is_it))?;
    Some(Field::Families.item(at, Field::Versions))
}

fn filter(intent: &Intent) -> Option<Slot> {
    matches!(intent, Intent::Pages(_)).then_some(Field::Filter.into())
}

/// The region that an administrator chose: of a cut at a key that key, as it names the region.
fn region(intent: &Intent) -> Option<Slot> {
    let Intent::Admin(admin) = intent else { return None };
    match admin {
        AdminIntent::Split { .. } => split(intent),
        AdminIntent::Flush(..) | AdminIntent::Compact(..) | AdminIntent::Merge(..) | AdminIntent::Move(..) => {
            Some(Field::Region.into())
        }
        AdminIntent::Balance | AdminIntent::Crash(_) => Some(Field::Server.into()),
        AdminIntent::Create { .. } | AdminIntent::Alter { .. } | AdminIntent::Drop(_) => None,
    }
}

/// The second region of a merge.
fn other(intent: &Intent) -> Option<Slot> {
    matches!(intent, Intent::Admin(AdminIntent::Merge(..))).then_some(Field::Other.into())
}

/// Where a region is cut: at a key, or where HBase would.
fn split(intent: &Intent) -> Option<Slot> {
    matches!(intent, Intent::Admin(AdminIntent::Split { .. })).then_some(Field::At.into())
}
