//! Where each split policy would cut a region, side by side, and the groups of rows that a prefix keeps together.

use super::chart::{Chart, EXACT};
use super::print::Printer;
use super::region::why_not;
use super::{Stage, ViewRequest};
use crate::notation::Encoding;
use crate::words::{self, Regions};
use splitpoint_model::cell::{Cell, KeyRef};
use splitpoint_model::cluster::{Cluster, SplitPlan};
use splitpoint_model::error::{Error, Refused};
use splitpoint_model::policy::split::SplitPolicy;
use splitpoint_model::region::Region;

/// Groups that are shown, those with the most bytes.
const GROUPS: usize = 12;

/// Rows that are looked at for a guess of a delimiter.
const GUESSED: usize = 50;

/// How long a prefix is, and what ends one, as far as somebody said so.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Prefix {
    /// Bytes of a prefix; `None`: those that the table says, else a guess from its keys.
    pub length: Option<usize>,
    /// What ends a prefix; `None`: what the table says, else a guess from its keys.
    pub delimiter: Option<Vec<u8>>,
    /// Whether groups are those that a delimiter makes, and not those of a length; `None`: as the policy of the table.
    pub is_delimited: Option<bool>,
}

/// What the split policies would do with a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoliciesView {
    /// The region and what a plain read finds in it: `r1 of myTable: 20 rows, 1.9 KB of visible cells`.
    pub region: String,
    /// Where the middle of its files is, or why they have none.
    pub middle: String,
    /// Each policy that a form offers, in the same order.
    pub policies: Vec<PolicyView>,
    /// Where they would cut, among the lines of the table, in order.
    pub marks: Vec<PolicyMark>,
    /// How rows are grouped: `Groups by the first 3 bytes`.
    pub grouped: String,
    /// The groups that are shown, in the order of their keys.
    pub groups: Vec<GroupView>,
    /// What is to be said of the groups: those that are left out, the largest, what cannot be cut.
    pub remarks: Vec<String>,
}

/// A policy, and what it would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyView {
    /// Its name in short: `key prefix 3`.
    pub name: String,
    /// The name of its class in HBase.
    pub class: &'static str,
    /// Whether the table has it.
    pub is_present: bool,
    /// The first key of the second region; `None` where it would not cut.
    pub cut: Option<String>,
    /// The first line of the second region, where it would cut.
    pub line: Option<u64>,
    /// The share of the region's bytes before the cut, in percent.
    pub before: Option<usize>,
    /// Where that is among the groups, or why it would not cut.
    pub about: String,
    /// At what size it asks for a split by itself.
    pub when: String,
}

/// Where one policy or several would cut, at a line of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyMark {
    /// The number of the region.
    pub region: u32,
    /// The first line of the second region.
    pub line: u64,
    /// Who would cut there, and at which key: `constant size, key prefix 3: bio018`, `in steps and 3 more: bio018`.
    pub label: String,
    /// Whether the policy that the table has is among them.
    pub is_present: bool,
}

/// Policies that would do the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SamePolicies<'a> {
    /// The policies, in the order of the form: at least one.
    pub policies: Vec<&'a PolicyView>,
}

impl SamePolicies<'_> {
    /// The names of the policies, separated by commas.
    pub fn names(&self) -> String {
        self.policies.iter().map(|policy| policy.name.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// Their names, of more than two the first and how many more.
    pub fn short(&self) -> String {
        match self.policies.as_slice() {
            [first, more @ ..] if more.len() > 1 => format!("{} and {} more", first.name, more.len()),
            _ => self.names(),
        }
    }

    /// At what sizes they ask for a split by themselves: once where that is the same for all.
    pub fn when(&self) -> String {
        let first = &self.policies[0].when;
        if self.policies.iter().all(|policy| policy.when == *first) {
            return first.clone();
        }
        self.policies.iter().map(|policy| format!("{} {}", policy.name, policy.when)).collect::<Vec<_>>().join(", ")
    }

    /// The one of them that the table has.
    pub fn present(&self) -> Option<&PolicyView> {
        self.policies.iter().copied().find(|policy| policy.is_present)
    }
}

impl PoliciesView {
    /// The policies, those that cut at the same key together, where the first of them stands.
    pub fn same(&self) -> Vec<SamePolicies<'_>> {
        let mut same: Vec<SamePolicies<'_>> = Vec::new();
        for policy in &self.policies {
            let is_alike = |other: &PolicyView| other.cut == policy.cut && other.about == policy.about;
            match same.iter_mut().find(|group| is_alike(group.policies[0])) {
                Some(group) => group.policies.push(policy),
                None => same.push(SamePolicies { policies: vec![policy] }),
            }
        }
        same
    }
}

/// Rows with the same prefix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupView {
    /// The prefix.
    pub prefix: String,
    /// How many rows.
    pub rows: usize,
    /// `34 rows, 1.9 kB`.
    pub size: String,
    /// Its share of the bytes of the largest group, in percent.
    pub length: usize,
}

/// Rows with the same prefix, in bytes.
struct Group {
    prefix: Vec<u8>,
    rows: usize,
    bytes: usize,
}

/// A row with its bytes.
struct Row {
    key: Vec<u8>,
    bytes: usize,
}

/// The policies that a form offers, in its order, with the names of their classes.
fn policies(length: usize, delimiter: Option<&[u8]>) -> [(SplitPolicy, &'static str); 6] {
    [
        (SplitPolicy::Stepping, "SteppingSplitPolicy"),
        (SplitPolicy::ConstantSize, "ConstantSizeRegionSplitPolicy"),
        (SplitPolicy::IncreasingToUpperBound, "IncreasingToUpperBoundRegionSplitPolicy"),
        (SplitPolicy::KeyPrefix(Some(length)), "KeyPrefixRegionSplitPolicy"),
        (SplitPolicy::DelimitedKeyPrefix(delimiter.map(<[u8]>::to_vec)), "DelimitedKeyPrefixRegionSplitPolicy"),
        (SplitPolicy::Disabled, "DisabledRegionSplitPolicy"),
    ]
}

impl Stage<'_> {
    /// What the split policies would do with a region of the table of this request: the one that holds this row, else the
    /// one with the most bytes. `None` where there is no such table or no such region.
    pub fn policies(&self, request: &ViewRequest, row: Option<&[u8]>, prefix: &Prefix) -> Option<PoliciesView> {
        let cluster = self.cluster();
        let region = match row {
            Some(row) => cluster.locate(&request.table, row)?,
            None => cluster.regions(&request.table).max_by_key(|region| region.size_bytes())?,
        };
        let key = self.key(&request.table);
        let chart = Chart::new(cluster, &request.table, self.world().clock().now(), false);
        let lines = chart.find(region.id())?;
        let (cells, _) = lines.lines.range(0..lines.count.min(EXACT));
        let rows = rows(cells.iter().map(|line| &line.cell));
        let survey = Survey {
            cluster,
            region,
            printer: Printer::new(key.clone(), request.notation),
            table: Chart::new(cluster, &request.table, self.world().clock().now(), request.old_versions),
            total: rows.iter().map(|row| row.bytes).sum(),
            rows,
        };
        let present = cluster.split_policy(region.table());
        let length = match (prefix.length, &present) {
            (Some(length), _) => length,
            (None, SplitPolicy::KeyPrefix(Some(length))) => *length,
            _ => survey.guess_length(&key),
        };
        let delimiter = match (&prefix.delimiter, &present) {
            (Some(delimiter), _) | (None, SplitPolicy::DelimitedKeyPrefix(Some(delimiter))) => Some(delimiter.clone()),
            _ => survey.guess_delimiter(),
        };
        let is_delimited = prefix.is_delimited.unwrap_or(matches!(present, SplitPolicy::DelimitedKeyPrefix(_)));
        let by = match &delimiter {
            Some(delimiter) if is_delimited => SplitPolicy::DelimitedKeyPrefix(Some(delimiter.clone())),
            _ => SplitPolicy::KeyPrefix(Some(length)),
        };
        let groups = survey.groups(&by);
        let middle = cluster.split_proposal_by(region, &SplitPolicy::ConstantSize);
        let view = |(policy, class): (SplitPolicy, &'static str)| {
            let is_present = std::mem::discriminant(&policy) == std::mem::discriminant(&present);
            survey.policy(&policy, class, is_present, &groups)
        };
        let mut remarks = survey.remarks(&by, &groups);
        if lines.count > EXACT {
            remarks.push(format!("Counted are the first {} cells of the region.", words::number(EXACT as u64)));
        }
        let mut view = PoliciesView {
            region: format!(
                "{} of {}: {} of visible cells",
                self.world().label(region.id()),
                request.table,
                survey.size(survey.rows.len(), survey.total)
            ),
            middle: survey.middle(middle.as_ref()),
            policies: policies(length, delimiter.as_deref()).into_iter().map(view).collect(),
            marks: Vec::new(),
            grouped: format!("Groups by {}", grouping(&by)),
            groups: survey.shown(&groups),
            remarks,
        };
        view.marks = marks(&view, region.id().0);
        Some(view)
    }
}

/// A region that is looked at, with its rows.
struct Survey<'a> {
    cluster: &'a Cluster,
    region: &'a Region,
    printer: Printer,
    /// Its table, with the lines that are drawn.
    table: Chart<'a>,
    rows: Vec<Row>,
    /// Bytes of all rows.
    total: usize,
}

impl Survey<'_> {
    fn size(&self, rows: usize, bytes: usize) -> String {
        format!("{}, {}", words::counted(rows as u64, "row"), words::amount(bytes as u64))
    }

    /// How long prefixes of these keys may be meant to be: the first field, the letters in front, else a byte more than
    /// all keys share.
    fn guess_length(&self, key: &Encoding) -> usize {
        if let Encoding::Fields(fields) = key
            && let Some(width) = fields.first().and_then(|(_, encoding)| encoding.width())
        {
            return width;
        }
        if let (Encoding::Own(own), Some(row)) = (key, self.rows.first())
            && let Some((_, place)) = own.layout().parts(&row.key).first()
        {
            return place.len().max(1);
        }
        let (Some(first), Some(last)) = (self.rows.first(), self.rows.last()) else { return 1 };
        let letters = |row: &Row| row.key.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let shared = first.key.iter().zip(&last.key).take_while(|(one, other)| one == other).count();
        match letters(&self.rows[self.rows.len() / 2]) {
            0 => shared + 1,
            letters => letters,
        }
    }

    /// What may be meant to end a prefix: the first sign in most keys that is neither letter nor digit.
    fn guess_delimiter(&self) -> Option<Vec<u8>> {
        let signs = self.rows.iter().take(GUESSED).map(|row| row.key.iter().copied().find(u8::is_ascii_punctuation));
        let signs: Vec<Option<u8>> = signs.collect();
        let most =
            signs.iter().flatten().max_by_key(|sign| signs.iter().filter(|other| **other == Some(**sign)).count())?;
        let count = signs.iter().filter(|other| **other == Some(*most)).count();
        (2 * count > signs.len()).then(|| vec![*most])
    }

    fn groups(&self, by: &SplitPolicy) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for row in &self.rows {
            let prefix = by.cut(&row.key);
            match groups.last_mut().filter(|group| group.prefix == prefix) {
                Some(group) => {
                    group.rows += 1;
                    group.bytes += row.bytes;
                }
                None => groups.push(Group { prefix: prefix.to_vec(), rows: 1, bytes: row.bytes }),
            }
        }
        groups
    }

    fn shown(&self, groups: &[Group]) -> Vec<GroupView> {
        let largest = groups.iter().map(|group| group.bytes).max().unwrap_or(0).max(1);
        let least = least(groups);
        let mut views: Vec<GroupView> = Vec::new();
        for group in groups.iter().filter(|group| group.bytes >= least).take(GROUPS) {
            views.push(GroupView {
                prefix: self.printer.key(&group.prefix),
                rows: group.rows,
                size: self.size(group.rows, group.bytes),
                length: 100 * group.bytes / largest,
            });
        }
        views
    }

    fn middle(&self, plan: Option<&SplitPlan>) -> String {
        let Some(plan) = plan else {
            return why_not(self.region, &Error::from(Refused::NoSplitPoint), &self.printer);
        };
        format!(
            "The middle of its largest file, {}, is {}. Each policy begins with that.",
            words::file_label(plan.file),
            self.printer.key(&plan.middle)
        )
    }

    fn policy(&self, policy: &SplitPolicy, class: &'static str, is_present: bool, groups: &[Group]) -> PolicyView {
        let size = self.cluster.split_size_by(self.region.id(), policy);
        let when = match size.map_or(u64::MAX, |size| size.limit) {
            u64::MAX => "never by itself".to_owned(),
            limit => format!("above {}", words::amount(limit)),
        };
        let plan = self.cluster.split_proposal_by(self.region, policy);
        let (cut, about) = match (policy, plan) {
            (SplitPolicy::Disabled, _) => (None, "no split, not even one that is asked for".to_owned()),
            (_, None) => (None, String::new()),
            (_, Some(plan)) if plan.at <= *self.region.start() => {
                let at = self.printer.key(&plan.at);
                (None, format!("{at} does not lie behind the first key of the region: HBase refuses the split"))
            }
            (_, Some(plan)) => {
                let about = self.among(&plan.at, groups);
                (Some(plan.at), about)
            }
        };
        PolicyView {
            name: name(policy),
            class,
            is_present,
            before: cut.as_ref().map(|at| {
                let before: usize = self.rows.iter().take_while(|row| *row.key < **at).map(|row| row.bytes).sum();
                100 * before / self.total.max(1)
            }),
            line: cut.as_ref().and_then(|at| {
                let place = self.table.find(self.region.id())?;
                Some(place.rank(KeyRef::first_on_row(at)) as u64)
            }),
            cut: cut.map(|at| self.printer.key(&at)),
            about,
            when,
        }
    }

    /// Says where a cut lies among the groups: inside of one, or between two.
    fn among(&self, at: &[u8], groups: &[Group]) -> String {
        let mut from = 0;
        for group in groups {
            let rows = &self.rows[from..from + group.rows];
            let before = rows.iter().filter(|row| *row.key < *at).count();
            if before > 0 && before < group.rows {
                let prefix = self.printer.key(&group.prefix);
                return format!(
                    "divides {prefix}: {before} of its {} come before",
                    words::counted(group.rows as u64, "row")
                );
            }
            from += group.rows;
        }
        "between groups".to_owned()
    }

    /// What is to be said of groups: those that are left out, the largest, what cannot be cut.
    fn remarks(&self, by: &SplitPolicy, groups: &[Group]) -> Vec<String> {
        let mut remarks = Vec::new();
        let shown = groups.iter().filter(|group| group.bytes >= least(groups)).take(GROUPS).count();
        if shown < groups.len() {
            remarks.push(format!(
                "{} with fewer bytes are not shown.",
                words::counted((groups.len() - shown) as u64, "group")
            ));
        }
        let share = |bytes: usize| format!("{} % of the bytes", 100 * bytes / self.total.max(1));
        if let Some(group) = groups.iter().max_by_key(|group| group.bytes) {
            let prefix = self.printer.key(&group.prefix);
            let size = self.size(group.rows, group.bytes);
            remarks.push(format!(
                "The largest group is {prefix}: {size}, {}. With {} it is never cut, however large it grows.",
                share(group.bytes),
                name(by)
            ));
        }
        if let Some(row) = self.rows.iter().max_by_key(|row| row.bytes) {
            remarks.push(format!(
                "The largest row is {}: {}. No policy cuts a row.",
                self.printer.key(&row.key),
                words::amount(row.bytes as u64)
            ));
        }
        remarks
    }
}

/// Where policies would cut, those at the same line together.
fn marks(view: &PoliciesView, region: u32) -> Vec<PolicyMark> {
    let mut marks: Vec<PolicyMark> = Vec::new();
    for same in view.same() {
        let Some((cut, line)) = same.policies[0].cut.as_ref().zip(same.policies[0].line) else { continue };
        let (label, is_present) = (format!("{}: {cut}", same.short()), same.present().is_some());
        match marks.iter_mut().find(|mark| mark.line == line) {
            Some(mark) => {
                mark.label = format!("{} · {label}", mark.label);
                mark.is_present |= is_present;
            }
            None => marks.push(PolicyMark { region, line, label, is_present }),
        }
    }
    marks.sort_unstable_by_key(|mark| mark.line);
    marks
}

/// Bytes that a group has at least that is shown.
fn least(groups: &[Group]) -> usize {
    let mut sizes: Vec<usize> = groups.iter().map(|group| group.bytes).collect();
    sizes.sort_unstable_by(|one, other| other.cmp(one));
    sizes.get(GROUPS - 1).copied().unwrap_or(0)
}

/// The rows of these cells, which are in order.
fn rows<'a>(cells: impl Iterator<Item = &'a Cell>) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for cell in cells {
        let bytes = cell.serialized_size();
        match rows.last_mut().filter(|row| row.key == cell.row()) {
            Some(row) => row.bytes += bytes,
            None => rows.push(Row { key: cell.row().to_vec(), bytes }),
        }
    }
    rows
}

fn grouping(by: &SplitPolicy) -> String {
    match by {
        SplitPolicy::DelimitedKeyPrefix(Some(delimiter)) => {
            format!("what stands before “{}”", Encoding::Text.to_text(delimiter))
        }
        SplitPolicy::KeyPrefix(Some(1)) => "the first byte".to_owned(),
        SplitPolicy::KeyPrefix(length) => format!("the first {} bytes", length.unwrap_or(0)),
        _ => "whole keys".to_owned(),
    }
}

/// A policy in short.
fn name(policy: &SplitPolicy) -> String {
    match policy {
        SplitPolicy::Stepping => "in steps".to_owned(),
        SplitPolicy::ConstantSize => "constant size".to_owned(),
        SplitPolicy::IncreasingToUpperBound | SplitPolicy::Busy => "growing size".to_owned(),
        SplitPolicy::KeyPrefix(length) => format!("key prefix {}", length.unwrap_or(0)),
        SplitPolicy::DelimitedKeyPrefix(Some(delimiter)) => format!("delimited {}", Encoding::Text.to_text(delimiter)),
        SplitPolicy::DelimitedKeyPrefix(None) => "delimited without a delimiter".to_owned(),
        SplitPolicy::Disabled => "never".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intent::{AdminIntent, Intent};
    use crate::scenario;
    use crate::session::Session;

    fn view(start: &str, table: &str, row: Option<&[u8]>, prefix: &Prefix) -> PoliciesView {
        let session = Session::from_start(scenario::start(start).expect("an example")).expect("a start");
        let request = ViewRequest { table: table.to_owned(), ..ViewRequest::none() };
        session.stage().policies(&request, row, prefix).expect("a region")
    }

    fn cuts(view: &PoliciesView) -> Vec<(&str, Option<&str>)> {
        view.policies.iter().map(|policy| (policy.name.as_str(), policy.cut.as_deref())).collect()
    }

    #[test]
    fn each_policy_cuts_the_same_middle_in_its_own_way() {
        let view = view("partitions", "myTable", Some(b"acm"), &Prefix::default());
        assert_eq!(
            cuts(&view),
            [
                ("in steps", Some("bio018")),
                ("constant size", Some("bio018")),
                ("growing size", Some("bio018")),
                ("key prefix 3", Some("bio")),
                ("delimited without a delimiter", Some("bio018")),
                ("never", None),
            ]
        );
        let present: Vec<&str> =
            view.policies.iter().filter(|policy| policy.is_present).map(|policy| policy.class).collect();
        assert_eq!(present, ["KeyPrefixRegionSplitPolicy"]);
        assert_eq!(view.policies[1].about, "divides bio: 17 of its 34 rows come before");
        assert_eq!((&*view.policies[3].about, view.policies[3].before), ("between groups", Some(29)));
        let groups: Vec<(&str, usize)> = view.groups.iter().map(|group| (&*group.prefix, group.rows)).collect();
        assert_eq!(groups, [("acm", 18), ("bio", 34), ("cab", 9)]);
        assert!(view.remarks[0].starts_with("The largest group is bio: 34 rows"), "{:?}", view.remarks);
    }

    #[test]
    fn policies_that_cut_alike_are_told_together_and_marked_at_one_line() {
        let view = view("partitions", "myTable", Some(b"acm"), &Prefix::default());
        let same = view.same();
        let names: Vec<String> = same.iter().map(SamePolicies::names).collect();
        let middle = "in steps, constant size, growing size, delimited without a delimiter";
        assert_eq!(names, [middle, "key prefix 3", "never"]);
        assert_eq!(same.iter().map(|same| same.present().is_some()).collect::<Vec<_>>(), [false, true, false]);
        assert_eq!(same[0].when(), "above 12 KB", "once, as it is the same for all");
        let other = PolicyView { when: "above 1 MB".to_owned(), ..view.policies[1].clone() };
        let apart = SamePolicies { policies: vec![&view.policies[0], &other] };
        assert_eq!(apart.when(), "in steps above 12 KB, constant size above 1 MB");
        assert_eq!(same[2].when(), "never by itself");
        let marks: Vec<(u64, &str, bool)> =
            view.marks.iter().map(|mark| (mark.line, mark.label.as_str(), mark.is_present)).collect();
        let row = |row: u64| 2 * (18 + row); // behind 18 rows of acm, each with two lines
        assert_eq!(marks, [(row(0), "key prefix 3: bio", true), (row(17), "in steps and 3 more: bio018", false)]);
        let two = SamePolicies { policies: view.policies[..2].iter().collect() };
        assert_eq!(two.short(), "in steps, constant size");
    }

    #[test]
    fn a_prefix_that_is_asked_for_counts_before_that_of_the_table() {
        let prefix = Prefix { length: Some(4), delimiter: Some(b"0".to_vec()), is_delimited: Some(true) };
        let view = view("partitions", "myTable", Some(b"acm"), &prefix);
        assert_eq!(cuts(&view)[3..5], [("key prefix 4", Some("bio0")), ("delimited 0", Some("bio"))]);
        assert_eq!(view.grouped, "Groups by what stands before “0”");
        assert_eq!(view.groups.len(), 3);
    }

    #[test]
    fn a_group_that_fills_its_region_is_not_cut() {
        let view = view("partitions", "myTable", None, &Prefix::default());
        let prefix = &view.policies[3];
        assert_eq!(prefix.cut, None);
        assert!(prefix.about.ends_with("HBase refuses the split"), "{}", prefix.about);
        assert_eq!(cuts(&view)[1], ("constant size", Some("dot072")));
    }

    /// What a table with such a policy is cut at, is what was told of the policy before.
    #[test]
    fn what_is_told_of_a_policy_is_what_the_table_does_with_it() {
        let mut session = Session::from_start(scenario::start("partitions").expect("an example")).expect("a start");
        let request = ViewRequest { table: "myTable".to_owned(), ..ViewRequest::none() };
        let told = view("partitions", "myTable", Some(b"acm"), &Prefix::default());
        for policy in told.policies {
            let class = format!("org.apache.hadoop.hbase.regionserver.{}", policy.class);
            let attributes = vec![("SPLIT_POLICY".to_owned(), class)];
            let alter = AdminIntent::Alter { table: "myTable".to_owned(), attributes };
            session.submit(0, Intent::Admin(alter)).expect("it is asked for");
            let job = session.world().jobs().next().expect("a job").id();
            assert!(session.run_job(job, 1_000));
            let region = session.world().cluster().locate("myTable", b"acm").expect("a region").id();
            let plan = session.world().cluster().split_plan(region).ok();
            assert_eq!(plan.map(|plan| plan.at.to_string()), policy.cut, "{}", policy.name);
            let now = session.stage().policies(&request, Some(b"acm"), &Prefix::default()).expect("a region");
            let present: Vec<&str> =
                now.policies.iter().filter(|policy| policy.is_present).map(|policy| policy.class).collect();
            assert_eq!(present, [policy.class]);
        }
    }
}
