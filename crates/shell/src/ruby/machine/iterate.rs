//! Methods that call their block again and again.

use super::{Level, Machine, Raised};
use crate::ruby::items::Items;
use crate::ruby::method;
use crate::ruby::value::{Exception, Object, Reach, Value};

/// Where a loop gets the values that it passes to its block.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Source {
    Items(Items<Value>),
    /// Integers: the first one, how many there are, and the difference from one to the next.
    Ints(i128, u128, i128),
    /// The block is called without an argument until it breaks the loop, as in `loop`.
    Forever,
    /// Items being sorted: the block compares two of them.
    Runs(Box<Runs>),
}

/// The kind of a loop: which arguments the block gets, and what the loop does with what it returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum LoopKind {
    /// Ignores what the block returns, as `each` does; the value of the loop was set beforehand.
    Each,
    /// As `Each`; the block gets the index as a second argument.
    EachWithIndex,
    /// As `Each`; the block gets the value of the loop as a second argument, as in `each_with_object`.
    EachWithObject,
    Map,
    MapWithIndex,
    FlatMap,
    Select,
    Reject,
    Find,
    FindIndex,
    Any,
    All,
    None,
    Count,
    One,
    Sum,
    Inject,
    GroupBy,
    Partition,
    SortBy,
    MinBy,
    MaxBy,
    TakeWhile,
    DropWhile,
    ToHash,
    /// Goes through pairs of a hash; each value is replaced by what the block returns (`transform_values`).
    Values,
    /// Goes through pairs of a hash; each key is replaced by what the block returns (`transform_keys`).
    Keys,
    /// Merges two hashes: the block gets the key, the old and the new value of each entry that both have.
    Merge,
    SelectPairs,
    RejectPairs,
    /// Replaces parts of a text: what the block returns goes between the pieces around them (`gsub`).
    Replace,
    /// The block is called once; the loop returns what it returns.
    Once,
    /// Sorts the items; the block compares two of them.
    Sort,
}

/// A loop that is running.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Loop {
    pub(crate) kind: LoopKind,
    pub(crate) source: Source,
    pub(crate) block: Value,
    /// The value that the loop returns, as far as it has been computed.
    pub(crate) value: Value,
    /// What the block has returned so far, or the items that were chosen by it.
    pub(crate) kept: Vec<Value>,
    pub(crate) at: usize,
    pub(crate) answered: Option<Value>,
    /// The object that gets the content of the value at the end, as for `map!`, and whether the call then returns nil if
    /// that changes nothing, as for `uniq!`.
    pub(crate) into: Option<(Value, bool)>,
}

impl Loop {
    pub(crate) fn new(kind: LoopKind, source: Source, block: &Value, value: Value) -> Box<Self> {
        let (block, kept) = (block.clone(), Vec::new());
        Box::new(Self { kind, source, block, value, kept, at: 0, answered: None, into: None })
    }

    pub(super) fn reach(&self, reach: &mut Reach) {
        let source = match &self.source {
            Source::Items(items) => items,
            Source::Runs(runs) => runs.items.as_slice(),
            Source::Ints(..) | Source::Forever => &[],
        };
        let into = self.into.iter().map(|(target, _)| target);
        let own = [&self.block, &self.value].into_iter().chain(&self.kept).chain(&self.answered).chain(into);
        own.chain(source).for_each(|value| reach.value(value));
    }

    fn item(&self, at: usize) -> Option<Value> {
        match &self.source {
            Source::Items(items) => items.get(at).cloned(),
            Source::Ints(from, count, step) => {
                let at = at as u128;
                (at < *count).then(|| Value::Int(from.saturating_add(step.saturating_mul(at as i128))))
            }
            Source::Forever => Some(Value::Nil),
            Source::Runs(_) => None,
        }
    }
}

impl Machine {
    /// Takes the block's last answer, and calls it again or ends the loop.
    pub(crate) fn turn(&mut self) -> Raised<()> {
        let Some(Level::Loop(mut l)) = self.levels.pop() else { return Ok(()) };
        if l.kind == LoopKind::Sort {
            return self.sort(l);
        }
        if let Some(answer) = l.answered.take() {
            let item = l.item(l.at).unwrap_or(Value::Nil);
            l.at += 1;
            if let Some(value) = self.accept(&mut l, item, answer)? {
                self.answer(value);
                return Ok(());
            }
        }
        let Some(item) = l.item(l.at) else {
            let value = self.finish(&mut l)?;
            let value = self.taken_over(&l, value);
            self.answer(value);
            return Ok(());
        };
        let args = match l.kind {
            LoopKind::EachWithIndex => vec![item, Value::Int(l.at as i128)],
            LoopKind::MapWithIndex => {
                let from = if let Value::Int(from) = l.value { from } else { 0 };
                vec![item, Value::Int(from + l.at as i128)]
            }
            LoopKind::EachWithObject => vec![item, l.value.clone()],
            LoopKind::Inject => vec![l.value.clone(), item],
            LoopKind::Once if matches!(l.source, Source::Forever) => Vec::new(),
            _ if matches!(l.source, Source::Forever) => Vec::new(),
            _ => vec![item],
        };
        let block = l.block.clone();
        self.levels.push(Level::Loop(l));
        self.invoke(&block, args, None)
    }

    /// For a method that changes its receiver, such as `map!`: stores the value there and returns the receiver; some
    /// return nil if nothing changed.
    fn taken_over(&mut self, l: &Loop, value: Value) -> Value {
        let Some((target, same_is_nil)) = l.into.clone() else { return value };
        let same = self.heap.equal(&target, &value);
        match (&target, self.heap.shared(&value).cloned(), self.heap.pairs(&value).cloned()) {
            (Value::Array(id), Some(new), _) => {
                if let Some(Object::Array(items)) = self.heap.get_mut(*id) {
                    *items = new;
                }
            }
            (_, _, Some(new)) => self.heap.replace_pairs(&target, new),
            _ => {}
        }
        if same && same_is_nil { Value::Nil } else { target }
    }

    /// Takes what the block returned for an item. Gives the value of the loop if that ends it.
    fn accept(&mut self, l: &mut Loop, item: Value, answer: Value) -> Raised<Option<Value>> {
        let yes = answer.truthy();
        match l.kind {
            LoopKind::Each | LoopKind::EachWithIndex | LoopKind::EachWithObject | LoopKind::Sort => {}
            LoopKind::Keys | LoopKind::Merge => l.kept.push(answer),
            LoopKind::Map
            | LoopKind::MapWithIndex
            | LoopKind::ToHash
            | LoopKind::Values
            | LoopKind::SortBy
            | LoopKind::MinBy
            | LoopKind::MaxBy => {
                l.kept.push(answer);
            }
            LoopKind::FlatMap => match self.heap.items(&answer) {
                Some(items) => l.kept.extend(items.iter().cloned()),
                None => l.kept.push(answer),
            },
            LoopKind::Select | LoopKind::SelectPairs if yes => l.kept.push(item),
            LoopKind::Reject | LoopKind::RejectPairs if !yes => l.kept.push(item),
            LoopKind::Select | LoopKind::SelectPairs | LoopKind::Reject | LoopKind::RejectPairs => {}
            LoopKind::Find if yes => return Ok(Some(item)),
            LoopKind::FindIndex if yes => return Ok(Some(Value::Int(l.at as i128 - 1))),
            LoopKind::Any if yes => return Ok(Some(Value::Bool(true))),
            LoopKind::All if !yes => return Ok(Some(Value::Bool(false))),
            LoopKind::None if yes => return Ok(Some(Value::Bool(false))),
            LoopKind::Find | LoopKind::FindIndex | LoopKind::Any | LoopKind::All | LoopKind::None => {}
            LoopKind::Count | LoopKind::One => {
                if yes && let Value::Int(count) = l.value {
                    l.value = Value::Int(count + 1);
                }
            }
            LoopKind::Sum => l.value = method::number::binary(self, &l.value.clone(), "+", &answer)?,
            LoopKind::Inject => l.value = answer,
            LoopKind::GroupBy => {
                let group =
                    self.heap.find_key(&l.value, &answer).and_then(|at| Some(self.heap.pairs(&l.value)?[at].1.clone()));
                match group {
                    Some(group) => {
                        if let Value::Array(id) = group
                            && let Some(Object::Array(items)) = self.heap.get_mut(id)
                        {
                            items.push(item);
                            self.heap.grow(size_of::<Value>());
                        }
                    }
                    None => {
                        let items = self.heap.array(vec![item]);
                        self.heap.set_entry(&l.value.clone(), answer, items);
                    }
                }
            }
            LoopKind::Partition => {
                l.kept.push(Value::Bool(yes));
                l.kept.push(item);
            }
            LoopKind::TakeWhile => {
                if !yes {
                    return Ok(Some(self.heap.array(std::mem::take(&mut l.kept))));
                }
                l.kept.push(item);
            }
            LoopKind::DropWhile => {
                if !yes || !l.kept.is_empty() {
                    l.kept.push(item);
                }
            }
            LoopKind::Replace => {
                let text = method::inspect::to_s(&self.heap, &answer);
                l.kept.push(self.heap.text(text));
            }
            LoopKind::Once => return Ok(Some(answer)),
        }
        Ok(None)
    }

    fn finish(&mut self, l: &mut Loop) -> Raised<Value> {
        let items = || match &l.source {
            Source::Items(items) => items.to_vec(),
            source => (0..).map_while(|at| Loop { source: source.clone(), ..l.clone() }.item(at)).collect(),
        };
        Ok(match l.kind {
            LoopKind::Each
            | LoopKind::EachWithIndex
            | LoopKind::EachWithObject
            | LoopKind::Count
            | LoopKind::Sum
            | LoopKind::Inject
            | LoopKind::GroupBy => l.value.clone(),
            LoopKind::Map
            | LoopKind::MapWithIndex
            | LoopKind::FlatMap
            | LoopKind::Select
            | LoopKind::Reject
            | LoopKind::TakeWhile
            | LoopKind::DropWhile => self.heap.array(std::mem::take(&mut l.kept)),
            LoopKind::One => Value::Bool(l.value == Value::Int(1)),
            LoopKind::Keys => {
                let hash = self.heap.hash(Vec::new());
                let values = self.heap.list(&l.value).unwrap_or_default();
                for (key, value) in l.kept.iter().zip(values) {
                    self.heap.set_entry(&hash, key.clone(), value);
                }
                hash
            }
            LoopKind::Merge => {
                for (conflict, answer) in items().iter().zip(&l.kept) {
                    let key = self.heap.items(conflict).and_then(|parts| parts.first()).cloned();
                    self.heap.set_entry(&l.value, key.unwrap_or(Value::Nil), answer.clone());
                }
                l.value.clone()
            }
            LoopKind::Find | LoopKind::FindIndex | LoopKind::Once | LoopKind::Sort => Value::Nil,
            LoopKind::Any => Value::Bool(false),
            LoopKind::All | LoopKind::None => Value::Bool(true),
            LoopKind::Partition => {
                let pick = |wanted| {
                    l.kept
                        .chunks_exact(2)
                        .filter(move |pair| pair[0] == Value::Bool(wanted))
                        .map(|pair| pair[1].clone())
                        .collect()
                };
                let (yes, no) = (self.heap.array(pick(true)), self.heap.array(pick(false)));
                self.heap.array(vec![yes, no])
            }
            LoopKind::SortBy => {
                let mut pairs: Vec<(Value, Value)> = l.kept.iter().cloned().zip(items()).collect();
                method::array::sort(self, &mut pairs, |pair| &pair.0)?;
                self.heap.array(pairs.into_iter().map(|pair| pair.1).collect())
            }
            LoopKind::MinBy | LoopKind::MaxBy => {
                let mut pairs: Vec<(Value, Value)> = l.kept.iter().cloned().zip(items()).collect();
                method::array::sort(self, &mut pairs, |pair| &pair.0)?;
                let found = if l.kind == LoopKind::MinBy { pairs.first() } else { pairs.last() };
                found.map_or(Value::Nil, |pair| pair.1.clone())
            }
            LoopKind::ToHash => {
                let hash = self.heap.hash(Vec::new());
                for pair in &l.kept {
                    let pair = self.heap.list(pair).unwrap_or_default();
                    let [key, value] = pair.as_slice() else {
                        return Err(Exception::new("TypeError", "wrong element type (expected array)"));
                    };
                    self.heap.set_entry(&hash, key.clone(), value.clone());
                }
                hash
            }
            LoopKind::Values | LoopKind::SelectPairs | LoopKind::RejectPairs => {
                let pairs = if l.kind == LoopKind::Values { self.value_pairs(l) } else { self.item_pairs(&l.kept) };
                self.heap.hash(pairs)
            }
            LoopKind::Replace => {
                // For `gsub`, the value of the loop holds the pieces of text around the replaced parts.
                let pieces = self.heap.list(&l.value).unwrap_or_default();
                let mut text = Vec::new();
                for (at, piece) in pieces.iter().enumerate() {
                    text.extend(self.heap.str(piece).map(|text| text.bytes.clone()).unwrap_or_default());
                    if let Some(answer) = l.kept.get(at) {
                        text.extend(self.heap.str(answer).map(|text| text.bytes.clone()).unwrap_or_default());
                    }
                }
                self.heap.text(text)
            }
        })
    }

    fn value_pairs(&self, l: &Loop) -> Vec<(Value, Value)> {
        let keys = self.heap.list(&l.value).unwrap_or_default();
        keys.into_iter().zip(l.kept.iter().cloned()).collect()
    }

    fn item_pairs(&self, items: &[Value]) -> Vec<(Value, Value)> {
        items
            .iter()
            .filter_map(|item| match self.heap.items(item)? {
                [key, value] => Some((key.clone(), value.clone())),
                _ => None,
            })
            .collect()
    }

    /// A sort by merging, of which each step asks the block about two items: those in front of two neighbouring runs that
    /// are in order already. It is stable.
    fn sort(&mut self, mut l: Box<Loop>) -> Raised<()> {
        let mut runs = match std::mem::replace(&mut l.source, Source::Forever) {
            Source::Runs(runs) => runs,
            Source::Items(items) => {
                Box::new(Runs { width: 1, ends: [0, 0], items: items.to_vec(), merged: Vec::new() })
            }
            _ => return Ok(()),
        };
        if let Some(answer) = l.answered.take() {
            let Value::Int(order) = answer else {
                return Err(Exception::new("ArgumentError", "comparison of Array with Array failed"));
            };
            runs.take(usize::from(order > 0));
        }
        match runs.next() {
            Some((left, right)) => {
                l.source = Source::Runs(runs);
                let block = l.block.clone();
                self.levels.push(Level::Loop(l));
                self.invoke(&block, vec![left, right], None)
            }
            None => {
                let sorted = self.heap.array(runs.items);
                let sorted = self.taken_over(&l, sorted);
                self.answer(sorted);
                Ok(())
            }
        }
    }
}

/// A merge sort that can pause for each comparison: sorted runs of items are merged in pairs until one run is left.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Runs {
    /// The length of each run; the last may be shorter.
    width: usize,
    /// How many items have been taken from each of the two runs that are being merged.
    ends: [usize; 2],
    items: Vec<Value>,
    /// The result of the present pass: runs of twice the length.
    merged: Vec<Value>,
}

impl Runs {
    /// The beginnings of the two runs that are being merged, and the end of the second one.
    fn bounds(&self) -> [usize; 3] {
        let from = self.merged.len() - self.ends[0] - self.ends[1];
        [0, self.width, 2 * self.width].map(|more| (from + more).min(self.items.len()))
    }

    /// Takes the next item from the left run (0) or from the right one (1).
    fn take(&mut self, which: usize) {
        let at = self.bounds()[which] + self.ends[which];
        self.merged.push(self.items[at].clone());
        self.ends[which] += 1;
    }

    /// The two items that the block has to compare next; `None` once all items are sorted.
    fn next(&mut self) -> Option<(Value, Value)> {
        while self.width < self.items.len() {
            let [left, right, end] = self.bounds();
            let (one, other) = (left + self.ends[0], right + self.ends[1]);
            if one < right && other < end {
                return Some((self.items[one].clone(), self.items[other].clone()));
            }
            // One of them is at its end: the rest of the other follows.
            self.merged.extend_from_slice(&self.items[one..right]);
            self.merged.extend_from_slice(&self.items[other..end]);
            self.ends = [0, 0];
            if end == self.items.len() {
                self.items = std::mem::take(&mut self.merged);
                self.width *= 2;
            }
        }
        None
    }
}
