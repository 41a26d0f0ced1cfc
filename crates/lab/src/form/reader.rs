//! Reads what is typed into a form as the intent that it asks for.
//!
//! A form never forbids: whatever can be written as bytes becomes an intent, and HBase answers. Only what is not bytes at
//! all, such as letters in a number, is a [`Fault`].

use super::Late;
use super::Operation;
use super::description::{Choice, Input, Kind, Part};
use super::sheet::{Change, Forms, Sheet};
use crate::intent::{AdminIntent, DeleteWhat, Field, Intent, LastRowMethod, Pages, Paging, Raw, RowMutation, Slot};
use crate::notation::Encoding;

/// The attribute of a table that names its split policy.
const SPLIT_POLICY: &str = "SPLIT_POLICY";

/// The attribute of a table that says when its writes go to the log.
pub(super) const DURABILITY: &str = "DURABILITY";

/// Where HBase has its split policies.
const PACKAGE: &str = "org.apache.hadoop.hbase.regionserver.";

/// The choice of the form *Last row* that gets a constant key.
const CONSTANT_KEY: usize = 1;

/// Prefixes over which keys are salted where salting is tried or compared and the reader has typed no number.
pub const PREFIXES: &str = "4";

/// A field that cannot be read, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Which field.
    pub slot: Slot,
    /// One sentence.
    pub sentence: String,
}

impl Forms {
    /// The intent that the form of this operation asks for, on this table. Creating a table takes the name that is
    /// typed instead.
    ///
    /// # Errors
    /// The fields that cannot be read, in the order in which they are shown.
    pub fn intent(&self, operation: Operation, table: &str) -> Result<Intent, Vec<Fault>> {
        let sheet = self.sheet(operation);
        let mut reader = Reader { sheet, parts: self.parts(operation), late: self.late, faults: Vec::new() };
        let intent = reader.read(operation, table.to_owned());
        if reader.faults.is_empty() { Ok(intent) } else { Err(reader.faults) }
    }
}

impl Forms {
    /// The same question in every way that the form knows, each as its intent: for the first row without prefixes and as
    /// the form says, for the last row each method, but the constant key only where one is typed, for pages both ways to
    /// turn them, and without the range of qualifiers where one is given. Ways whose fields cannot be read are left out.
    /// Empty where a form has one way only, or where there is no table.
    pub fn ways(&self, operation: Operation, table: &str) -> Vec<Intent> {
        if table.is_empty() {
            return Vec::new();
        }
        let read = |changes: &[(Field, Change)]| {
            let mut forms = self.clone();
            changes.iter().for_each(|(field, change)| forms.edit(operation, (*field).into(), change.clone()));
            forms.intent(operation, table).ok()
        };
        let (field, count) = match operation {
            Operation::FirstRow => {
                let spread = |prefixes: &str| read(&[(Field::Prefixes, Change::Text(prefixes.to_owned()))]);
                let asked = self.sheet(operation).text(Field::Prefixes).trim();
                let salted = if asked == "0" { PREFIXES } else { asked };
                return spread("0").into_iter().chain(spread(salted)).collect();
            }
            Operation::LastRow => (Field::Way, 4),
            Operation::Pages => (Field::By, 2),
            _ => return Vec::new(),
        };
        let whole = [Field::From, Field::To].map(|field| (field, Change::Text(String::new())));
        let sheet = self.sheet(operation);
        let is_range = operation == Operation::Pages && whole.iter().any(|(field, _)| !sheet.text(*field).is_empty());
        let lacks_key = operation == Operation::LastRow && sheet.text(Field::Key).trim().is_empty();
        let can_ask = |way: &usize| *way != CONSTANT_KEY || !lacks_key;
        let ways = (0..count).filter(can_ask).filter_map(|way| read(&[(field, Change::Choice(way))]));
        ways.chain(is_range.then(|| read(&whole)).flatten()).collect()
    }
}

/// The input of a field, of the form or of an item of a list: the first, where several are the same field.
pub(super) fn input(parts: &[Part], slot: Slot) -> Option<&Input> {
    parts.iter().find_map(|part| match part {
        Part::Input(input) => (slot == input.field.into()).then_some(input),
        Part::Pair(inputs) => inputs.iter().find(|input| slot == input.field.into()),
        Part::More { parts, .. } => self::input(parts, slot),
        Part::List(list) => match slot.of {
            Some((field, _)) if field == list.field => list.items.iter().find(|input| input.field == slot.field),
            Some(_) => None,
            None => list.head.iter().chain(&list.room).find(|input| input.field == slot.field),
        },
        Part::Fact(_) => None,
    })
}

/// A form that is read.
pub(super) struct Reader<'a> {
    pub(super) sheet: &'a Sheet,
    parts: &'static [Part],
    late: Option<&'static Late>,
    faults: Vec<Fault>,
}

impl Reader<'_> {
    fn fault(&mut self, slot: Slot, sentence: String) {
        self.faults.push(Fault { slot, sentence });
    }

    fn encode(&mut self, slot: Slot, encoding: &Encoding, text: &str) -> Raw {
        encoding.encode(text).unwrap_or_else(|problem| {
            self.fault(slot, problem.sentence);
            Raw::new()
        })
    }

    fn bytes(&mut self, slot: impl Into<Slot>) -> Raw {
        let (sheet, slot) = (self.sheet, slot.into());
        let Some(input) = input(self.parts, slot) else { return Raw::new() };
        self.encode(slot, &sheet.encoding(input, slot), sheet.text(slot))
    }

    /// Each line that is not empty.
    fn lines(&mut self, field: Field) -> Vec<Raw> {
        let sheet = self.sheet;
        let Some(input) = input(self.parts, field.into()) else { return Vec::new() };
        let encoding = sheet.encoding(input, field.into());
        let lines = sheet.text(field).lines().map(str::trim).filter(|line| !line.is_empty());
        lines.map(|line| self.encode(field.into(), &encoding, line)).collect()
    }

    /// Family and qualifier; without a colon all of it is the family.
    pub(super) fn column(&mut self, slot: impl Into<Slot>) -> (String, Raw) {
        let (sheet, slot) = (self.sheet, slot.into());
        let typed = sheet.text(slot).trim();
        let (family, qualifier) = typed.split_once(':').unwrap_or((typed, ""));
        (family.to_owned(), self.encode(slot, &Encoding::Text, qualifier))
    }

    fn time(&mut self, slot: impl Into<Slot>) -> Option<i64> {
        let (sheet, slot) = (self.sheet, slot.into());
        let typed = sheet.text(slot).trim();
        if typed.is_empty() {
            return None;
        }
        let time = typed.parse().ok();
        if time.is_none() {
            let sentence = format!("“{typed}” is not a time: type milliseconds, or nothing for the server's time.");
            self.fault(slot, sentence);
        }
        time
    }

    /// A whole number as its field takes it; 0 where it cannot be read.
    pub(super) fn number(&mut self, field: Field) -> u32 {
        let sheet = self.sheet;
        let Some(Input { kind: Kind::Number { most, optional }, .. }) = input(self.parts, field.into()) else {
            return 0;
        };
        let typed = sheet.text(field).trim();
        if *optional && typed.is_empty() {
            return 0;
        }
        match typed.parse() {
            Ok(number) if number <= *most => number,
            _ => {
                self.fault(field.into(), format!("“{typed}” is not a whole number from 0 to {most}."));
                0
            }
        }
    }

    pub(super) fn integer(&mut self, field: Field) -> i64 {
        let typed = self.sheet.text(field).trim();
        typed.parse().unwrap_or_else(|_| {
            self.fault(field.into(), format!("“{typed}” is not a whole number."));
            0
        })
    }

    /// HBase's name for the chosen item; empty where HBase needs none.
    fn name(&self, field: Field) -> &'static str {
        let Some(Input { kind: Kind::Choice(choices), .. }) = input(self.parts, field.into()) else { return "" };
        choices.get(self.sheet.choice(field)).map_or("", |Choice { name, .. }| name)
    }

    fn read(&mut self, operation: Operation, table: String) -> Intent {
        let sheet = self.sheet;
        let region = || sheet.region(Field::Region).map(<[u8]>::to_vec);
        Intent::Admin(match operation {
            Operation::Insert => {
                let row = self.bytes(Field::Row);
                let cells = (0..sheet.items(Field::Cells).len()).map(|at| {
                    let at = |field| Field::Cells.item(at, field);
                    let (family, qualifier) = self.column(at(Field::Column));
                    let value = self.bytes(at(Field::Value));
                    (family, qualifier, self.time(at(Field::Time)), value)
                });
                let cells = cells.collect();
                return Intent::Insert { table, row, cells };
            }
            Operation::Prepend => {
                let cells = (0..sheet.items(Field::Cells).len()).map(|at| {
                    let (family, qualifier) = self.column(Field::Cells.item(at, Field::Column));
                    (family, qualifier, self.bytes(Field::Cells.item(at, Field::Value)))
                });
                let cells = cells.collect();
                let (check, highest) = (self.column(Field::Check), self.integer(Field::Highest));
                return Intent::Prepend { table, check, cells, blind: sheet.on(Field::Blind), highest };
            }
            Operation::Pages => return Intent::Pages(self.pages(table)),
            Operation::Transaction => return self.transaction(table),
            Operation::Get => {
                let row = self.bytes(Field::Row);
                let versions = i32::try_from(self.number(Field::Versions)).unwrap_or(i32::MAX);
                return Intent::Get { table, row, versions };
            }
            Operation::LastRow => {
                let method = match sheet.choice(Field::Way) {
                    0 => LastRowMethod::FullScan,
                    CONSTANT_KEY => LastRowMethod::ConstantKey(self.bytes(Field::Key)),
                    2 => LastRowMethod::Bisection(u8::try_from(self.number(Field::Width)).unwrap_or(u8::MAX)),
                    _ => LastRowMethod::Reversed,
                };
                return Intent::LastRow { table, method };
            }
            Operation::Delete => {
                let row = self.bytes(Field::Row);
                let scope = sheet.choice(Field::Scope);
                let mut cells = Vec::new();
                if scope > 0 {
                    let ((family, qualifier), time) = (self.column(Field::Column), self.time(Field::Time));
                    cells.push(match scope {
                        1 => DeleteWhat::Family(family, time),
                        2 => DeleteWhat::Columns(family, qualifier, time),
                        _ => DeleteWhat::Column(family, qualifier, time),
                    });
                }
                return Intent::Delete { table, row, cells };
            }
            Operation::FirstRow | Operation::Repeat => {
                let Some(late) = self.late else {
                    self.fault(
                        Field::Table.into(),
                        "This form is still loading. Send it again in a moment.".to_owned(),
                    );
                    return Intent::Admin(AdminIntent::Balance);
                };
                return (late.read)(self, operation, table);
            }
            Operation::LoseAnswer => return Intent::LoseAnswer,
            Operation::Create => self.create(),
            Operation::Alter => {
                let mut attributes = self.splitting();
                if attributes.first().is_none_or(|(name, _)| name != SPLIT_POLICY) {
                    attributes.insert(0, (SPLIT_POLICY.to_owned(), format!("{PACKAGE}SteppingSplitPolicy")));
                }
                AdminIntent::Alter { table, attributes }
            }
            Operation::Split if sheet.choice(Field::Cut) == 1 => {
                AdminIntent::Split { table, region: None, at: Some(self.bytes(Field::At)) }
            }
            Operation::Split => AdminIntent::Split { table, region: Some(region().unwrap_or_default()), at: None },
            Operation::Flush => AdminIntent::Flush(table, region()),
            Operation::Compact => AdminIntent::Compact(table, region(), sheet.on(Field::Major)),
            Operation::Merge => {
                let other = sheet.region(Field::Other).map(<[u8]>::to_vec);
                AdminIntent::Merge(table, region().unwrap_or_default(), other.unwrap_or_default())
            }
            Operation::Move => AdminIntent::Move(table, region().unwrap_or_default()),
            Operation::Balance => AdminIntent::Balance,
            Operation::Crash => AdminIntent::Crash(u8::try_from(sheet.choice(Field::Server)).unwrap_or(u8::MAX)),
            Operation::Drop => AdminIntent::Drop(table),
        })
    }

    fn pages(&mut self, table: String) -> Pages {
        let sheet = self.sheet;
        let (start, stop) = (self.bytes(Field::Start), self.bytes(Field::Stop));
        let (size, pages) = (self.number(Field::Size), self.number(Field::Pages));
        let (from, to) = (self.bytes(Field::From), self.bytes(Field::To));
        Pages {
            table,
            start,
            stop,
            size,
            pages,
            by: if sheet.choice(Field::By) == 1 { Paging::Offset } else { Paging::Cursor },
            reversed: sheet.on(Field::Reversed),
            batch: self.number(Field::Batch),
            caching: self.number(Field::Caching),
            columns: (!from.is_empty() || !to.is_empty()).then_some((from, to)),
            filter: sheet.text(Field::Filter).trim().to_owned(),
        }
    }

    fn transaction(&mut self, table: String) -> Intent {
        let sheet = self.sheet;
        let routing_row = if sheet.choice(Field::Together) == 1 { Vec::new() } else { self.bytes(Field::RoutingRow) };
        let mutations = (0..sheet.items(Field::Mutations).len()).map(|at| {
            let at = |field| Field::Mutations.item(at, field);
            let row = self.bytes(at(Field::Row));
            match sheet.choice(at(Field::Kind)) {
                0 => {
                    let (family, qualifier) = self.column(at(Field::Column));
                    RowMutation::Put(row, family, qualifier, self.bytes(at(Field::Value)))
                }
                1 => {
                    let (family, qualifier) = self.column(at(Field::Column));
                    RowMutation::Delete(row, family, qualifier)
                }
                _ => RowMutation::DeleteRow(row),
            }
        });
        let mutations = mutations.collect();
        if sheet.choice(Field::Together) == 1 {
            return Intent::Batch { table, mutations };
        }
        let conditions = (0..sheet.items(Field::Conditions).len()).map(|at| {
            let at = |field| Field::Conditions.item(at, field);
            let (row, (family, qualifier)) = (self.bytes(at(Field::Row)), self.column(at(Field::Column)));
            let equals = sheet.choice(at(Field::Asks)) == 1;
            (row, family, qualifier, equals.then(|| self.bytes(at(Field::Value))))
        });
        let conditions = conditions.collect();
        Intent::Transaction { table, routing_row, mutations, conditions }
    }

    fn create(&mut self) -> AdminIntent {
        let sheet = self.sheet;
        let typed = |slot: Slot| sheet.text(slot).trim().to_owned();
        let families = (0..sheet.items(Field::Families).len()).map(|at| {
            let at = |field| Field::Families.item(at, field);
            let attributes = [("VERSIONS", Field::Versions, "1"), ("BLOCKSIZE", Field::BlockSize, "65536")];
            let attributes = attributes
                .into_iter()
                .map(|(name, field, default)| (name.to_owned(), typed(at(field)), default))
                .filter(|(_, value, default)| !value.is_empty() && value != default)
                .map(|(name, value, _)| (name, value));
            (typed(at(Field::Name)), attributes.collect())
        });
        let families = families.collect();
        let mut attributes = self.splitting();
        let durability = self.name(Field::Durability);
        if !durability.is_empty() {
            attributes.push((DURABILITY.to_owned(), durability.to_owned()));
        }
        AdminIntent::Create {
            table: typed(Field::Table.into()),
            families,
            attributes,
            splits: self.lines(Field::Splits),
        }
    }

    /// When and where regions are split, as attributes of the table: the policy first, where it is not HBase's default.
    fn splitting(&mut self) -> Vec<(String, String)> {
        let sheet = self.sheet;
        let typed = |field: Field| sheet.text(field).trim().to_owned();
        let mut attributes = Vec::new();
        let policy = self.name(Field::Policy);
        if !policy.is_empty() {
            attributes.push((SPLIT_POLICY.to_owned(), format!("{PACKAGE}{policy}")));
        }
        let needed = [
            ("KeyPrefixRegionSplitPolicy.prefix_length", Field::PrefixLength),
            ("DelimitedKeyPrefixRegionSplitPolicy.delimiter", Field::Delimiter),
        ];
        for (name, field) in needed {
            if input(self.parts, field.into()).is_some_and(|input| sheet.is_there(input.when, None)) {
                attributes.push((name.to_owned(), typed(field)));
            }
        }
        let size = typed(Field::MaxFileSize);
        if !size.is_empty() {
            attributes.push(("MAX_FILESIZE".to_owned(), size));
        }
        attributes
    }
}
