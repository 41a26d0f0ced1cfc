//! The filter language over random filters and random texts.

use proptest::prelude::*;
use splitpoint_model::bytes::{Qualifier, from_string_binary};
use splitpoint_model::filter::{ColumnTest, Comparator, CompareOp, Filter, ListOp};

fn any_bytes() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![Just(b'a'), Just(b'\''), Just(b' '), Just(b')'), Just(b'\\'), Just(0), Just(0xff)];
    prop::collection::vec(byte, 0..4)
}

fn comparison() -> impl Strategy<Value = (CompareOp, Comparator)> {
    let op = prop_oneof![Just(CompareOp::Less), Just(CompareOp::Equal), Just(CompareOp::GreaterOrEqual)];
    let value = prop_oneof![
        any_bytes().prop_map(|value| Comparator::Binary(value.into())),
        any_bytes().prop_map(|value| Comparator::BinaryPrefix(value.into())),
    ];
    let matching = prop_oneof![
        "[a-c' ]{0,3}".prop_map(Comparator::Regex),
        "[a-c' ]{0,3}".prop_map(Comparator::RegexNoCase),
        "[a-c' )]{0,3}".prop_map(Comparator::Substring),
    ];
    prop_oneof![(op, value), (Just(CompareOp::NotEqual), matching)]
}

fn column_test() -> impl Strategy<Value = ColumnTest> {
    let flags = (any::<bool>(), any::<bool>());
    (any_bytes(), any_bytes(), comparison(), flags).prop_map(
        |(family, qualifier, (op, comparator), (filter_if_missing, latest_version_only))| ColumnTest {
            family: family.into(),
            qualifier: qualifier.into(),
            op,
            comparator,
            filter_if_missing,
            latest_version_only,
        },
    )
}

/// Filters that have a form in the language.
fn simple() -> impl Strategy<Value = Filter> {
    let bound = || prop::option::of(any_bytes().prop_filter("no bound is none", |bound| !bound.is_empty()));
    prop_oneof![
        (0..i64::MAX).prop_map(|page_size| Filter::PageFilter { page_size }),
        any_bytes().prop_map(|prefix| Filter::PrefixFilter { prefix: prefix.into() }),
        any_bytes().prop_map(|stop| Filter::InclusiveStopFilter { stop: stop.into() }),
        comparison().prop_map(|(op, comparator)| Filter::RowFilter { op, comparator }),
        comparison().prop_map(|(op, comparator)| Filter::ValueFilter { op, comparator }),
        (bound(), any::<bool>(), bound(), any::<bool>()).prop_map(|(min, min_inclusive, max, max_inclusive)| {
            let [min, max] = [min, max].map(|bound| bound.map(Qualifier::from));
            Filter::ColumnRangeFilter { min, min_inclusive, max, max_inclusive }
        }),
        (0..i32::MAX, 0..i32::MAX).prop_map(|(limit, offset)| Filter::ColumnPaginationFilter { limit, offset }),
        Just(Filter::FirstKeyOnlyFilter),
        any::<bool>().prop_map(|length_as_value| Filter::KeyOnlyFilter { length_as_value }),
        column_test().prop_map(Filter::SingleColumnValueFilter),
        column_test().prop_map(Filter::SingleColumnValueExcludeFilter),
        prop::collection::vec(0..i64::MAX, 0..3)
            .prop_map(|timestamps| Filter::TimestampsFilter { timestamps, can_hint: false }),
    ]
}

fn filter() -> impl Strategy<Value = Filter> {
    simple().prop_recursive(3, 12, 3, |inner| {
        let op = prop_oneof![Just(ListOp::MustPassAll), Just(ListOp::MustPassOne)];
        prop_oneof![
            inner.clone().prop_map(|filter| Filter::SkipFilter(Box::new(filter))),
            inner.clone().prop_map(|filter| Filter::WhileMatchFilter(Box::new(filter))),
            (op, prop::collection::vec(inner, 2..4)).prop_map(|(op, filters)| Filter::FilterList { op, filters }),
        ]
    })
}

proptest! {
    #[test]
    fn a_filter_with_a_form_reads_back(filter in filter()) {
        let text = filter.to_string();
        prop_assert_eq!(Filter::parse(&from_string_binary(&text)), Ok(filter), "{}", text);
    }

    #[test]
    fn any_text_is_read_or_refused(parts in prop::collection::vec(
        prop_oneof![
            Just("("), Just(")"), Just("'"), Just("''"), Just(" "), Just("\t"), Just(","), Just("AND "), Just("OR "),
            Just(" SKIP "), Just("WHILE("), Just("PageFilter("), Just("PrefixFilter('a')"), Just("RowFilter(=,"),
            Just("'binary:"), Just("'regexstring:["), Just("ColumnRangeFilter('a',true,"), Just("-"), Just("9"),
        ],
        0..12,
    )) {
        let text = parts.concat();
        if let Ok(filter) = Filter::parse(text.as_bytes()) {
            prop_assert!(filter.start(false).is_ok());
        }
    }
}
