//! A lesson made of what was done in a session: a stop for each marker, with what was asked for up to there.

use crate::notation::to_string_binary;
use crate::session::{Kind, Session};
use crate::sim::world;
use crate::view::{Grain, KeyNotation, ViewRequest};

/// Characters of a heading.
const HEADING: usize = 60;

/// Words of the text of a stop.
const WORDS: usize = 100;

/// The text of a lesson with what was done on the branch at the cursor: a stop for each marker, and one for what comes
/// after the last; the sentences of its steps as a first draft of its text. Each statement runs to its end, in the order
/// in which they were asked for.
///
/// # Errors
/// A sentence, where the session starts from a file, which no lesson can name.
pub fn record(session: &Session) -> Result<String, &'static str> {
    let Some(start) = session.start().reference.example() else {
        return Err("A lesson starts from one of the examples, not from a file.");
    };
    let mut session = session.clone();
    session.set_grain(Grain::Operation);
    session.last();
    let end = session.position();
    let table = session.start().tables.first().map(|table| table.name.clone()).unwrap_or_default();
    let request = ViewRequest { table, notation: KeyNotation::Fields, ..ViewRequest::none() };
    let look = |session: &Session| session.view(&request);
    let mut stops: Vec<(u64, String)> = look(&session).timeline.markers;
    stops.retain(|(position, _)| *position > 0);
    if stops.last().is_none_or(|(position, _)| *position < end) {
        stops.push((end, "The end".to_owned()));
    }
    let mut text = format!(
        "---\nstart: {start}\ngrain: operation\npanes: rows, clients, cost\narticle: ‹the text that this lesson comes from›\n\
         changed: ‹what was wrong in it, or has changed since›\nlearned: ‹what was learned, in one sentence›\n---\n\n\
         # ‹A few words›\n\n‹What the lesson shows, in one line.›\n"
    );
    let (mut done, mut said) = (0, 0);
    for (position, name) in stops {
        let mut sentences = Vec::new();
        for step in done + 1..=position {
            session.seek(step);
            sentences.push(look(&session).sentence.text());
        }
        session.seek(position);
        let lines = session.console(usize::MAX, &|_, row| to_string_binary(row));
        let new = lines.iter().skip(said).filter(|line| matches!(line.kind, Kind::Typed | Kind::Form));
        let mut script = String::new();
        let mut client = 0;
        for line in new {
            let whose = line.client.unwrap_or(0);
            if whose != client {
                client = whose;
                script += &format!("client '{}'\n", world::letter(client));
            }
            script += &line.text;
            script.push('\n');
        }
        (done, said) = (position, lines.len());
        let heading = heading(&name);
        text += &format!("\n## {heading}\n\n‹What to look at.›\n");
        if !script.trim().is_empty() {
            text += &format!("\n```hbase-shell\n{script}```\n");
        }
        let words: Vec<&str> = sentences.iter().flat_map(|sentence| sentence.split_whitespace()).take(WORDS).collect();
        text += &format!("\n{}\n", words.join(" "));
    }
    Ok(text)
}

/// The name of a marker as a heading: of a long one its first clauses, or as many words as fit.
fn heading(name: &str) -> &str {
    let name = name.trim_end_matches('.');
    let Some((most, _)) = name.char_indices().nth(HEADING) else { return name };
    let fits = &name[..most];
    let clause = [": ", "; ", ", ", ". "].iter().filter_map(|end| fits.rfind(end)).max();
    clause.or_else(|| fits.rfind(' ')).map_or(fits, |end| &fits[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_end_with_a_clause_or_a_word() {
        assert_eq!(heading("One is there."), "One is there");
        let sentence = "puts 17 without looking: values that the row had in the same columns would be hidden.";
        assert_eq!(heading(sentence), "puts 17 without looking");
        let sentence = "reads the first page of the comments that were written under the post before noon.";
        assert_eq!(heading(sentence), "reads the first page of the comments that were written");
        assert_eq!(heading(&"x".repeat(80)).len(), HEADING);
    }
}
