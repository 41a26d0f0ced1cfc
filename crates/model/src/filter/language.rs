//! The filter language: filters as text.
//!
//! ```text
//! expr    := expr OR expr | expr AND expr | SKIP expr | WHILE expr | '(' expr ')' | simple
//! simple  := Name '(' [arg {',' arg}] ')'
//! arg     := 'single quoted bytes' | integer | true | false | < <= = != > >=
//! ```
//!
//! SKIP and WHILE bind more tightly than AND, AND more tightly than OR; neighbours of one kind become one list.
//!
//! Source: `ParseFilter`.

use super::{ColumnTest, Comparator, CompareOp, Filter, ListOp};
use crate::error::{Error, FilterOperator, FilterSyntax};

/// What stands on the stack of operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Parenthesis,
    Skip,
    While,
    And,
    Or,
}

impl Operator {
    /// A smaller number binds more tightly.
    fn precedence(self) -> u8 {
        match self {
            Self::Parenthesis => 0,
            Self::Skip | Self::While => 1,
            Self::And => 2,
            Self::Or => 3,
        }
    }
}

/// How deep filters may be nested, of which each level takes some of the stack wherever they are gone through.
const DEEPEST: u32 = 200;

impl Filter {
    /// Reads a filter. The bytes of quoted arguments are taken as they are; a quote inside is written twice.
    ///
    /// Where an operator that binds more loosely waits in the same pair of parentheses, as the OR in
    /// `(A OR B AND C)`, HBase reads `Mismatched parenthesis`, and so does this.
    ///
    /// # Errors
    /// `IllegalArgument` with HBase's words. Whatever is wrong within the parentheses of a filter reads
    /// `Incorrect filter string` and that filter. `FilterSyntax::Nested`, which HBase does not know, for filters nested
    /// more than 200 deep: lists in lists, and what SKIP and WHILE wrap.
    ///
    /// Source: `ParseFilter.parseFilterString`.
    pub fn parse(text: &[u8]) -> Result<Self, Error> {
        let mut parser = Parser { operators: Vec::new(), filters: Vec::new() };
        let mut at = 0;
        while at < text.len() {
            at += match text[at] {
                b'(' => {
                    parser.operators.push(Operator::Parenthesis);
                    1
                }
                b' ' | b'\t' => 1,
                b')' => {
                    parser.close()?;
                    1
                }
                _ => match operator_at(text, at) {
                    Some((operator, length)) => {
                        parser.reduce(operator)?;
                        parser.operators.push(operator);
                        length
                    }
                    None => {
                        let expression = simple_expression(&text[at..])?;
                        parser.filters.push((simple_filter(expression)?, 0));
                        expression.len()
                    }
                },
            };
        }
        parser.finish()
    }
}

struct Parser {
    operators: Vec<Operator>,
    /// Filters, and how deep others are nested in each.
    filters: Vec<(Filter, u32)>,
}

impl Parser {
    /// Applies what binds more tightly than the operator that comes.
    fn reduce(&mut self, next: Operator) -> Result<(), Error> {
        while let Some(&top) = self.operators.last()
            && top != Operator::Parenthesis
            && top.precedence() < next.precedence()
        {
            self.apply(top)?;
        }
        Ok(())
    }

    /// At a closing parenthesis. One operator and its neighbours of the same kind are applied; if then another one
    /// is waiting it is lost, and with it the parenthesis.
    fn close(&mut self) -> Result<(), Error> {
        let mismatched = || Error::from(FilterSyntax::Parenthesis);
        let mut top = *self.operators.last().ok_or_else(mismatched)?;
        if top == Operator::Parenthesis {
            self.operators.pop();
        }
        while top != Operator::Parenthesis {
            let next = *self.operators.last().ok_or_else(mismatched)?;
            self.apply(next)?;
            top = self.operators.pop().ok_or_else(mismatched)?;
        }
        Ok(())
    }

    /// Takes the operator from the top of the stack, and what it works on from the filters, and puts its filter back.
    fn apply(&mut self, operator: Operator) -> Result<(), Error> {
        let (filter, depth) = match operator {
            Operator::And => self.list(operator, ListOp::MustPassAll, FilterOperator::And)?,
            Operator::Or => self.list(operator, ListOp::MustPassOne, FilterOperator::Or)?,
            Operator::Skip => self.wrapped(Filter::SkipFilter, FilterOperator::Skip)?,
            Operator::While => self.wrapped(Filter::WhileMatchFilter, FilterOperator::While)?,
            Operator::Parenthesis => {
                let filter = self.filters.pop().ok_or_else(incorrect)?;
                self.operators.pop();
                filter
            }
        };
        if depth > DEEPEST {
            return Err(FilterSyntax::Nested { most: DEEPEST }.into());
        }
        self.filters.push((filter, depth));
        Ok(())
    }

    fn wrapped(&mut self, by: fn(Box<Filter>) -> Filter, word: FilterOperator) -> Result<(Filter, u32), Error> {
        let (filter, depth) = self.filters.pop().ok_or(FilterSyntax::Operand { operator: word })?;
        self.operators.pop();
        Ok((by(Box::new(filter)), depth + 1))
    }

    fn list(&mut self, operator: Operator, op: ListOp, word: FilterOperator) -> Result<(Filter, u32), Error> {
        let mut count = 1;
        while self.operators.pop_if(|top| *top == operator).is_some() {
            count += 1;
        }
        let first = self.filters.len().checked_sub(count);
        let first = first.ok_or(FilterSyntax::Operand { operator: word })?;
        let (filters, depths): (Vec<_>, Vec<_>) = self.filters.split_off(first).into_iter().unzip();
        let deepest = depths.into_iter().max().unwrap_or(0);
        Ok((Filter::FilterList { op, filters }, deepest + 1))
    }

    fn finish(mut self) -> Result<Filter, Error> {
        while let Some(&top) = self.operators.last() {
            self.apply(top)?;
        }
        match (self.filters.pop(), self.filters.is_empty()) {
            (Some((filter, _)), true) => Ok(filter),
            _ => Err(incorrect()),
        }
    }
}

fn incorrect() -> Error {
    FilterSyntax::String.into()
}

/// The operator that begins at a place, and its length. AND and OR need a blank or `)` before them, SKIP and WHILE
/// may also stand after `(` and at the beginning; behind all of them a blank or `(` is needed. A tab is no blank here.
fn operator_at(text: &[u8], at: usize) -> Option<(Operator, usize)> {
    const WORDS: [(&[u8], Operator); 4] =
        [(b"OR", Operator::Or), (b"AND", Operator::And), (b"SKIP", Operator::Skip), (b"WHILE", Operator::While)];
    let (word, operator) = WORDS.into_iter().find(|(word, _)| text[at..].starts_with(word))?;
    let prefix = matches!(operator, Operator::Skip | Operator::While);
    let before = match at.checked_sub(1).map(|before| text[before]) {
        None | Some(b'(') => prefix,
        Some(byte) => byte == b' ' || byte == b')',
    };
    let after = matches!(text.get(at + word.len()), Some(b' ' | b'('));
    (before && after).then_some((operator, word.len()))
}

fn is_escaped_quote(text: &[u8], at: usize) -> bool {
    text.get(at + 1) == Some(&b'\'')
}

/// The text of a simple filter: up to the first `)` outside of quotes.
fn simple_expression(text: &[u8]) -> Result<&[u8], Error> {
    let mut quoted = false;
    let mut at = 0;
    while at < text.len() {
        match text[at] {
            b'\'' if is_escaped_quote(text, at) => at += 1,
            b'\'' => quoted = !quoted,
            b')' if !quoted => return Ok(&text[..=at]),
            _ => {}
        }
        at += 1;
    }
    Err(incorrect())
}

fn simple_filter(expression: &[u8]) -> Result<Filter, Error> {
    let end = expression.iter().position(|byte| matches!(byte, b'(' | b' ')).filter(|end| *end > 0);
    let name = &expression[..end.ok_or(FilterSyntax::Name)?];
    let arguments = arguments(expression)?;
    let name = String::from_utf8_lossy(name);
    let make = maker(&name).ok_or_else(|| FilterSyntax::UnknownName { name: name.clone().into_owned() })?;
    let filter = make(&arguments).filter(|filter| filter.start(false).is_ok());
    let incorrect = || FilterSyntax::Expression { expression: String::from_utf8_lossy(expression).into_owned() };
    filter.ok_or_else(|| incorrect().into())
}

/// The arguments of a simple filter: what is quoted with its outer quotes, anything else up to a blank, a comma or
/// a parenthesis.
fn arguments(expression: &[u8]) -> Result<Vec<Vec<u8>>, Error> {
    let incorrect = || Error::from(FilterSyntax::Arguments);
    let ends = |byte: &u8| matches!(byte, b' ' | b',' | b')');
    let mut at = expression.iter().position(|byte| *byte == b'(').ok_or_else(incorrect)? + 1;
    let mut arguments = Vec::new();
    while let Some(byte) = expression.get(at) {
        if ends(byte) {
            at += 1;
        } else if *byte == b'\'' {
            let mut argument = vec![b'\''];
            at += 1;
            loop {
                let byte = *expression.get(at).ok_or_else(incorrect)?;
                at += 1;
                if byte == b'\'' {
                    if expression.get(at) != Some(&b'\'') {
                        break;
                    }
                    at += 1;
                }
                argument.push(byte);
            }
            argument.push(b'\'');
            arguments.push(argument);
            at += 1; // the byte behind a closing quote is not looked at
        } else {
            let length = expression[at..].iter().position(ends).ok_or_else(incorrect)?;
            arguments.push(expression[at..at + length].to_vec());
            at += length;
        }
    }
    Ok(arguments)
}

type Maker = fn(&[Vec<u8>]) -> Option<Filter>;

/// What makes the filter of a name out of arguments; `None` from it stands for any bad argument.
fn maker(name: &str) -> Option<Maker> {
    Some(match name {
        "KeyOnlyFilter" => |arguments| match arguments {
            [] => Some(Filter::KeyOnlyFilter { length_as_value: false }),
            [length_as_value] => Some(Filter::KeyOnlyFilter { length_as_value: boolean(length_as_value)? }),
            _ => None,
        },
        "FirstKeyOnlyFilter" => |arguments| arguments.is_empty().then_some(Filter::FirstKeyOnlyFilter),
        "PrefixFilter" => |arguments| match arguments {
            [prefix] => Some(Filter::PrefixFilter { prefix: quoted(prefix)?.into() }),
            _ => None,
        },
        "InclusiveStopFilter" => |arguments| match arguments {
            [stop] => Some(Filter::InclusiveStopFilter { stop: quoted(stop)?.into() }),
            _ => None,
        },
        "ColumnPrefixFilter" => |arguments| match arguments {
            [prefix] => Some(Filter::ColumnPrefixFilter { prefix: quoted(prefix)?.into() }),
            _ => None,
        },
        "MultipleColumnPrefixFilter" => |arguments| {
            let prefixes = arguments.iter().map(|prefix| Some(quoted(prefix)?.into())).collect::<Option<_>>()?;
            Some(Filter::MultipleColumnPrefixFilter { prefixes })
        },
        "ColumnCountGetFilter" => |arguments| match arguments {
            [limit] => Some(Filter::ColumnCountGetFilter { limit: int(limit)? }),
            _ => None,
        },
        "PageFilter" => |arguments| match arguments {
            [page_size] => Some(Filter::PageFilter { page_size: long(page_size)? }),
            _ => None,
        },
        "ColumnPaginationFilter" => |arguments| match arguments {
            [limit, offset] => Some(Filter::ColumnPaginationFilter { limit: int(limit)?, offset: int(offset)? }),
            _ => None,
        },
        "TimestampsFilter" => |arguments| {
            let timestamps = arguments.iter().map(|timestamp| long(timestamp)).collect::<Option<_>>()?;
            Some(Filter::TimestampsFilter { timestamps, can_hint: false })
        },
        "RowFilter" => |arguments| {
            let (op, comparator) = comparison(arguments)?;
            Some(Filter::RowFilter { op, comparator })
        },
        "FamilyFilter" => |arguments| {
            let (op, comparator) = comparison(arguments)?;
            Some(Filter::FamilyFilter { op, comparator })
        },
        "QualifierFilter" => |arguments| {
            let (op, comparator) = comparison(arguments)?;
            Some(Filter::QualifierFilter { op, comparator })
        },
        "ValueFilter" => |arguments| {
            let (op, comparator) = comparison(arguments)?;
            Some(Filter::ValueFilter { op, comparator })
        },
        "ColumnRangeFilter" => |arguments| {
            let [min, min_inclusive, max, max_inclusive] = arguments else { return None };
            let (min, max) = (quoted(min)?, quoted(max)?);
            Some(Filter::ColumnRangeFilter {
                min: (!min.is_empty()).then(|| min.into()),
                min_inclusive: boolean(min_inclusive)?,
                max: (!max.is_empty()).then(|| max.into()),
                max_inclusive: boolean(max_inclusive)?,
            })
        },
        "SingleColumnValueFilter" => |arguments| Some(Filter::SingleColumnValueFilter(column_test(arguments)?)),
        "SingleColumnValueExcludeFilter" => {
            |arguments| Some(Filter::SingleColumnValueExcludeFilter(column_test(arguments)?))
        }
        "ColumnValueFilter" => |arguments| {
            let [family, qualifier, comparison @ ..] = arguments else { return None };
            let (op, comparator) = self::comparison(comparison)?;
            let (family, qualifier) = (quoted(family)?.into(), quoted(qualifier)?.into());
            Some(Filter::ColumnValueFilter { family, qualifier, op, comparator })
        },
        "DependentColumnFilter" => |arguments| {
            let (column, drop, op, comparator) = match arguments {
                [family, qualifier] => ((family, qualifier), false, CompareOp::NoOp, None),
                [family, qualifier, drop] => ((family, qualifier), boolean(drop)?, CompareOp::NoOp, None),
                [family, qualifier, drop, op, comparator] => {
                    ((family, qualifier), boolean(drop)?, operator(op)?, Some(self::comparator(comparator)?))
                }
                _ => return None,
            };
            Some(Filter::DependentColumnFilter {
                family: quoted(column.0)?.into(),
                qualifier: quoted(column.1)?.into(),
                drop_dependent: drop,
                op,
                comparator,
            })
        },
        _ => return None,
    })
}

fn column_test(arguments: &[Vec<u8>]) -> Option<ColumnTest> {
    let [family, qualifier, op, comparator, flags @ ..] = arguments else { return None };
    let (op, comparator) = comparison(&[op.clone(), comparator.clone()])?;
    let (filter_if_missing, latest_version_only) = match flags {
        [] => (false, true),
        [filter_if_missing, latest_version_only] => (boolean(filter_if_missing)?, boolean(latest_version_only)?),
        _ => return None,
    };
    let (family, qualifier) = (quoted(family)?.into(), quoted(qualifier)?.into());
    Some(ColumnTest { family, qualifier, op, comparator, filter_if_missing, latest_version_only })
}

/// An operator and a comparator; those that only know match and no match go with `=` and `!=` only.
fn comparison(arguments: &[Vec<u8>]) -> Option<(CompareOp, Comparator)> {
    let [op, comparator] = arguments else { return None };
    let (op, comparator) = (operator(op)?, self::comparator(comparator)?);
    let matches_only =
        matches!(comparator, Comparator::Regex(_) | Comparator::RegexNoCase(_) | Comparator::Substring(_));
    let allowed = !matches_only || matches!(op, CompareOp::Equal | CompareOp::NotEqual);
    allowed.then_some((op, comparator))
}

fn operator(argument: &[u8]) -> Option<CompareOp> {
    Some(match argument {
        b"<" => CompareOp::Less,
        b"<=" => CompareOp::LessOrEqual,
        b"=" => CompareOp::Equal,
        b"!=" => CompareOp::NotEqual,
        b">=" => CompareOp::GreaterOrEqual,
        b">" => CompareOp::Greater,
        _ => return None,
    })
}

/// `'type:value'`.
fn comparator(argument: &[u8]) -> Option<Comparator> {
    let argument = quoted(argument)?;
    let colon = argument.iter().position(|byte| *byte == b':')?;
    let (kind, value) = (&argument[..colon], &argument[colon + 1..]);
    let text = || String::from_utf8_lossy(value).into_owned();
    Some(match kind {
        b"binary" => Comparator::Binary(value.into()),
        b"binaryprefix" => Comparator::BinaryPrefix(value.into()),
        b"regexstring" => Comparator::Regex(text()),
        b"regexstringnocase" => Comparator::RegexNoCase(text()),
        b"substring" => Comparator::Substring(text()),
        _ => return None,
    })
}

fn quoted(argument: &[u8]) -> Option<&[u8]> {
    argument.strip_prefix(b"'")?.strip_suffix(b"'")
}

fn boolean(argument: &[u8]) -> Option<bool> {
    match argument.to_ascii_lowercase().as_slice() {
        b"true" => Some(true),
        b"false" => Some(false),
        _ => None,
    }
}

fn int(argument: &[u8]) -> Option<i32> {
    i32::try_from(long(argument)?).ok()
}

/// Digits, perhaps with a minus sign before them; a minus sign alone is 0.
fn long(argument: &[u8]) -> Option<i64> {
    let digits = argument.strip_prefix(b"-").unwrap_or(argument);
    let mut number = 0i64;
    for digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        number = number.wrapping_mul(10).wrapping_add(i64::from(digit - b'0'));
        if number < 0 {
            return None;
        }
    }
    Some(if digits.len() < argument.len() { -number } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Filter, String> {
        Filter::parse(text.as_bytes()).map_err(|error| error.to_string())
    }

    fn prefix(text: &str) -> Filter {
        Filter::PrefixFilter { prefix: text.into() }
    }

    fn list(op: ListOp, filters: impl Into<Vec<Filter>>) -> Filter {
        Filter::FilterList { op, filters: filters.into() }
    }

    #[test]
    fn precedence() {
        use ListOp::{MustPassAll, MustPassOne};
        let (a, b, c) = (|| prefix("a"), || prefix("b"), || prefix("c"));
        let text = |shape: &str| {
            let named = shape.replace('a', "PrefixFilter('a')").replace('b', "PrefixFilter('b')");
            named.replace(" c", " PrefixFilter('c')").replace("(c", "(PrefixFilter('c')")
        };
        assert_eq!(parse(&text("a AND b AND c")), Ok(list(MustPassAll, [a(), b(), c()])));
        assert_eq!(parse(&text("a OR b AND c")), Ok(list(MustPassOne, [a(), list(MustPassAll, [b(), c()])])));
        assert_eq!(parse(&text("a AND b OR c")), Ok(list(MustPassOne, [list(MustPassAll, [a(), b()]), c()])));
        assert_eq!(parse(&text("a AND (b OR c)")), Ok(list(MustPassAll, [a(), list(MustPassOne, [b(), c()])])));
        let skip = |filter| Filter::SkipFilter(Box::new(filter));
        assert_eq!(parse(&text("SKIP a AND b")), Ok(list(MustPassAll, [skip(a()), b()])));
        assert_eq!(parse(&text("SKIP (a AND b)")), Ok(skip(list(MustPassAll, [a(), b()]))));
        let twice = skip(Filter::WhileMatchFilter(Box::new(a())));
        assert_eq!(parse(&text("SKIP WHILE a")), Ok(twice));
        assert_eq!(parse(&text("((a)")), Ok(a()));
    }

    #[test]
    fn filters_are_not_nested_without_end() {
        let skipped = |count: usize| parse(&format!("{}KeyOnlyFilter()", "SKIP ".repeat(count)));
        let listed = |count: usize| {
            let open = ["KeyOnlyFilter() AND (", "KeyOnlyFilter() OR ("].into_iter().cycle().take(count);
            parse(&format!("{}PageFilter(1){}", open.collect::<String>(), ")".repeat(count)))
        };
        let most = DEEPEST as usize;
        assert!(skipped(most).is_ok() && listed(most).is_ok());
        for refused in [skipped(most + 1), skipped(100_000), listed(most + 1), listed(100_000)] {
            assert_eq!(refused, Err("Filters nested more than 200 deep are not read".to_owned()));
        }
        assert!(parse(&vec!["PageFilter(1)"; 1_000].join(" AND ")).is_ok(), "a long list is not deep");
    }

    #[test]
    fn quotes_and_blanks() {
        assert_eq!(parse("PrefixFilter('it''s')"), Ok(prefix("it's")));
        assert_eq!(parse("PrefixFilter('')"), Ok(prefix("")));
        assert_eq!(parse("PrefixFilter('''')"), Ok(prefix("'")));
        assert_eq!(parse("  PrefixFilter( 'a)' )  "), Ok(prefix("a)")));
        assert_eq!(parse("PrefixFilter('a')AND PrefixFilter('b')"), parse("PrefixFilter('a') AND PrefixFilter('b')"));
        let raw = Filter::parse(b"PrefixFilter('\xff\\x00')");
        assert_eq!(raw, Ok(Filter::PrefixFilter { prefix: b"\xff\\x00".as_slice().into() }));
    }

    #[test]
    fn what_hbase_says() {
        for (text, message) in [
            ("", "Incorrect Filter String"),
            ("()", "Incorrect Filter String"),
            ("PrefixFilter('a'", "Incorrect Filter String"),
            ("PrefixFilter('a') AND", "Incorrect Filter String"),
            ("PrefixFilter('a') PrefixFilter('b')", "Incorrect Filter String"),
            ("SKIP", "Incorrect Filter String"),
            ("SKIP ", "Incorrect input string - a SKIP wraps a filter"),
            ("x)", "Incorrect Filter Name"),
            ("a b)", "Incorrect argument list"),
            ("AND PrefixFilter('a')", "Filter Name AND not supported"),
            ("PrefixFilter('a')  OR\tPrefixFilter('z')", "Filter Name OR\tPrefixFilter not supported"),
            ("PrefixFilter('a') OR OR PrefixFilter('b')", "Incorrect input string - an OR needs two filters"),
            ("RowFilter(=, 'binary:z'))", "Mismatched parenthesis"),
            ("(PageFilter(1) OR PageFilter(2) AND PageFilter(3))", "Mismatched parenthesis"),
            ("PrefixFilter(a)", "Incorrect filter string PrefixFilter(a)"),
            ("PageFilter(1.5)", "Incorrect filter string PageFilter(1.5)"),
            ("PageFilter(-1)", "Incorrect filter string PageFilter(-1)"),
            ("PageFilter(9999999999999999999)", "Incorrect filter string PageFilter(9999999999999999999)"),
            ("ColumnCountGetFilter(2147483648)", "Incorrect filter string ColumnCountGetFilter(2147483648)"),
            ("ValueFilter(<, 'substring:a')", "Incorrect filter string ValueFilter(<, 'substring:a')"),
            ("ValueFilter(=, 'regexstring:[')", "Incorrect filter string ValueFilter(=, 'regexstring:[')"),
            ("ValueFilter(==, 'binary:a')", "Incorrect filter string ValueFilter(==, 'binary:a')"),
            ("TimestampsFilter(-1)", "Incorrect filter string TimestampsFilter(-1)"),
        ] {
            assert_eq!(parse(text), Err(message.to_owned()), "{text}");
        }
    }
}
