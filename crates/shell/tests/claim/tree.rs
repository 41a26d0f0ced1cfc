//! The language: what must hold whatever text is read as a program.

use splitpoint_shell::{Trouble, parse, print};
use std::collections::BTreeSet;

/// The parser: any text is a tree or a refusal that stands within the text; what a tree prints is the same tree again.
pub(crate) fn tree(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut variables = BTreeSet::new();
    let mut read = parse(&text, 1, &mut variables);
    if read.is_ok() && !variables.is_empty() {
        // `a if a = 1` is printed in the other order, in which the first `a` would be a variable: so all are from the beginning.
        read = parse(&text, 1, &mut variables);
    }
    match read {
        Ok(tree) => {
            let said = print(&tree);
            let again = parse(&said, 1, &mut variables);
            if let Err(Trouble::Unsupported { what, .. }) = &again
                && what.contains("nested")
            {
                // Its parentheses count as levels, of which there are only so many.
                return;
            }
            assert_eq!(again.as_ref(), Ok(&tree), "{text:?} is printed as\n{said}");
        }
        Err(trouble) => {
            let lines = text.split('\n').count();
            let place = trouble.place();
            assert!((1..=lines + 1).contains(&(place.line as usize)), "{place:?} is not in {text:?}");
            let shown = text.lines().nth(place.line as usize - 1).unwrap_or("");
            assert!(!trouble.lines(shown).is_empty(), "{text:?} is refused without a word");
        }
    }
}
