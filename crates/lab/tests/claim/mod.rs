//! What must hold whatever file is brought. Fuzzers feed this function (`crates/fuzz`), and a test replays the kept
//! corpus; it panics where its claim does not hold.

use splitpoint_lab::scenario::import::{
    Format, Import, Imported, Importer, Mapping, Rejected, preview, suggest, suggest_as,
};

/// Lines of a preview.
const SHOWN: usize = 5;

/// Importers: any bytes become a table or a refusal in words, the same whatever the pieces they arrive in; a mapping
/// survives being written down. The first two bytes choose the kind and the size of the pieces.
pub(crate) fn import(data: &[u8]) {
    let [kind, size, file @ ..] = data else { return };
    let suggested = match kind % 8 {
        0..4 => suggest(["a.csv", "a.tsv", "a.jsonl", "a"][usize::from(kind % 4)], file),
        4 => suggest_as("a", file, Format::Csv, b';'),
        5 => suggest_as("a", file, Format::Tsv, b','),
        6 => suggest_as("a", file, Format::JsonLines, 0),
        _ => suggest_as("a", file, Format::Csv, b'"'),
    };
    let mut mapping = match suggested {
        Ok(suggestion) => suggestion.mapping,
        Err(problem) => return assert!(!problem.sentence.is_empty()),
    };
    mapping.skip_bad_lines = kind & 8 > 0;
    mapping.skip_empty = kind & 16 > 0;
    if kind & 32 > 0 {
        mapping.header = !mapping.header;
    }
    assert_eq!(Mapping::from_text(&mapping.to_text()).as_ref(), Some(&mapping), "{mapping:?}");
    let mut again = mapping.clone();
    if again.set_spec(&mapping.spec()).is_ok() {
        assert_eq!(again.spec(), mapping.spec());
    }
    let shown = preview(&mapping, file, true, SHOWN);
    assert!(shown.lines.len() <= SHOWN, "{shown:?}");
    let whole = Import { name: "a".into(), bytes: file.into(), mapping: mapping.clone() }.run();
    let parts = in_pieces(mapping, file, usize::from(*size).max(1));
    match (&whole, &parts) {
        (Ok(whole), Ok(parts)) => {
            assert_eq!(whole.progress, parts.progress);
            assert_eq!(whole.bad_lines, parts.bad_lines);
            assert_eq!(whole.repeated, parts.repeated);
        }
        (Err(whole), Err(parts)) => assert_eq!(whole, parts),
        _ => panic!("whole {:?}, in pieces {:?}", whole.err(), parts.err()),
    }
}

fn in_pieces(mapping: Mapping, file: &[u8], size: usize) -> Result<Imported, Rejected> {
    let mut importer = Importer::new(mapping).map_err(|problem| Rejected {
        sentence: problem.sentence,
        bad_lines: Vec::new(),
        bad: 0,
    })?;
    for piece in file.chunks(size) {
        importer.push(piece);
    }
    importer.finish("a")
}
