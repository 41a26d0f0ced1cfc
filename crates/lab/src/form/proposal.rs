//! What the table as it is proposes for a form that was just opened.

use super::sheet::{Change, Forms};
use super::{Operation, column};
use crate::intent::{Field, Slot};
use crate::notation::Encoding;
use crate::view::View;

impl Forms {
    /// Fills in what nobody has chosen yet: for a merge the neighbour of the region, as two regions are needed; for a split the row
    /// in the middle of those that are in sight, typed as `keys`; for what is inserted or repeated a column of the first
    /// family. Changes no other form.
    pub fn propose(&mut self, operation: Operation, view: &View, keys: &Encoding) {
        match operation {
            Operation::Merge => self.propose_neighbour(view),
            Operation::Split => self.propose_cut(view, keys),
            Operation::Insert => self.propose_column(operation, Field::Cells.item(0, Field::Column), view),
            Operation::Repeat => self.propose_column(operation, Field::Column.into(), view),
            _ => {}
        }
    }

    fn propose_neighbour(&mut self, view: &View) {
        let sheet = self.sheet(Operation::Merge);
        let at = |field| {
            let chosen = sheet.region(field);
            view.regions.iter().position(|region| Some(region.start_key.as_slice()) == chosen).unwrap_or(0)
        };
        let (one, other) = (at(Field::Region), at(Field::Other));
        if one != other {
            return;
        }
        let neighbour = view.regions.get(one + 1).or_else(|| view.regions.get(one.checked_sub(1)?));
        if let Some(neighbour) = neighbour {
            let key = Some(neighbour.start_key.clone());
            self.edit(Operation::Merge, Field::Other.into(), Change::Region(key));
        }
    }

    /// A table that somebody has made says no columns of its own, but it has a family at least.
    fn propose_column(&mut self, operation: Operation, slot: Slot, view: &View) {
        let family = view.table.as_ref().and_then(|table| table.families.first());
        if let Some(family) = family.filter(|_| self.sheet(operation).text(slot).is_empty()) {
            self.edit(operation, slot, Change::Text(column(family, b"q")));
        }
    }

    fn propose_cut(&mut self, view: &View, keys: &Encoding) {
        let sheet = self.sheet(Operation::Split);
        if !sheet.text(Field::At).is_empty() {
            return;
        }
        // A region that begins with the key cannot be cut there.
        let begins = |key: &[u8]| view.regions.iter().any(|region| region.start_key == key);
        let rows: Vec<&[u8]> = view.lines.iter().filter(|line| line.row_start).map(|line| &*line.row_key).collect();
        let inside: Vec<&[u8]> = rows.into_iter().filter(|row| !begins(row)).collect();
        let Some(row) = inside.get(inside.len() / 2) else { return };
        self.edit(Operation::Split, Field::At.into(), Change::Encoding(keys.clone()));
        self.edit(Operation::Split, Field::At.into(), Change::Text(keys.to_text(row)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intent::{AdminIntent, Intent};
    use crate::scenario;
    use crate::session::Session;
    use crate::view::{KeyNotation, ViewRequest};

    fn view(id: &str, table: &str) -> View {
        let session = Session::from_start(scenario::start(id).expect("a start")).expect("it can be made");
        session.view(&ViewRequest {
            table: table.into(),
            window: 0..200,
            old_versions: true,
            notation: KeyNotation::Fields,
        })
    }

    #[test]
    fn a_merge_is_proposed_of_neighbours() {
        let view = view("partitions", "myTable");
        let mut forms = Forms::default();
        forms.propose(Operation::Merge, &view, &Encoding::Text);
        let Ok(Intent::Admin(AdminIntent::Merge(_, one, other))) = forms.intent(Operation::Merge, "myTable") else {
            panic!("the form of a merge");
        };
        assert_eq!((one, other), (Vec::new(), view.regions[1].start_key.clone()));
        // What was chosen stays, unless it is one region twice.
        let last = view.regions.len() - 1;
        let key = |at: usize| Some(view.regions[at].start_key.clone());
        forms.edit(Operation::Merge, Field::Region.into(), Change::Region(key(last)));
        forms.propose(Operation::Merge, &view, &Encoding::Text);
        assert_eq!(forms.sheet(Operation::Merge).region(Field::Other), key(1).as_deref());
        forms.edit(Operation::Merge, Field::Other.into(), Change::Region(key(last)));
        forms.propose(Operation::Merge, &view, &Encoding::Text);
        assert_eq!(forms.sheet(Operation::Merge).region(Field::Other), key(last - 1).as_deref());
    }

    #[test]
    fn a_column_of_the_first_family_is_proposed() {
        let mut session = Session::new();
        let families = ["f", "g"].map(|name| (name.to_owned(), Vec::new())).into();
        let create = AdminIntent::Create { table: "t".into(), families, attributes: Vec::new(), splits: Vec::new() };
        session.perform(0, Intent::Admin(create), 10_000).expect("it is made");
        let view = session.view(&ViewRequest { table: "t".into(), ..ViewRequest::none() });
        let mut forms = Forms::default();
        for (operation, slot) in
            [(Operation::Repeat, Slot::from(Field::Column)), (Operation::Insert, Field::Cells.item(0, Field::Column))]
        {
            assert_eq!(forms.sheet(operation).text(slot), "");
            forms.propose(operation, &view, &Encoding::Text);
            assert_eq!(forms.sheet(operation).text(slot), "f:q");
            forms.edit(operation, slot, Change::Text("g:mine".into()));
            forms.propose(operation, &view, &Encoding::Text);
            assert_eq!(forms.sheet(operation).text(slot), "g:mine");
        }
        assert!(forms.intent(Operation::Repeat, "t").is_ok(), "it can be sent as it opens");
    }

    #[test]
    fn a_key_inside_a_region_is_proposed_for_a_cut() {
        let view = view("partitions", "myTable");
        let mut forms = Forms::default();
        forms.propose(Operation::Split, &view, &Encoding::Text);
        let key = forms.sheet(Operation::Split).text(Field::At).as_bytes().to_vec();
        assert!(view.lines.iter().any(|line| line.row_key == key), "{key:?} is a row");
        assert!(view.regions.iter().all(|region| region.start_key != key), "{key:?} begins no region");
        forms.edit(Operation::Split, Field::At.into(), Change::Text("mine".into()));
        forms.propose(Operation::Split, &view, &Encoding::Text);
        assert_eq!(forms.sheet(Operation::Split).text(Field::At), "mine");
    }
}
