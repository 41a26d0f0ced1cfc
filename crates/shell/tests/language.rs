//! The language: what is printed is read back as the same tree, and what cannot stand is told with its place.

use proptest::prelude::*;
use splitpoint_shell::{
    Arg, Begin, Block, Call, Expr, Float, Node, Param, Part, Position, Rescue, Target, parse, print,
};
use std::collections::BTreeSet;

fn expr(node: Node) -> Expr {
    Expr::new(node, Position::default())
}

fn name() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["foo", "bar_1", "qux", "scan"]).prop_map(str::to_owned)
}

fn local() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["a", "b", "c"]).prop_map(str::to_owned)
}

fn constant() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["NAME", "Bytes", "X"]).prop_map(str::to_owned)
}

fn text() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        "[a-z #{}'\\\\\"\\x00\\n\\t$@%/ä€]{0,6}".prop_map(String::into_bytes),
        prop::collection::vec(any::<u8>(), 0..4),
    ]
}

fn leaf() -> impl Strategy<Value = Expr> {
    prop_oneof![
        Just(Node::Nil),
        Just(Node::True),
        Just(Node::False),
        Just(Node::Myself),
        any::<i64>().prop_map(|number| Node::Int(number.into())),
        (-1000_i32..1000).prop_map(|number| Node::Float(Float(f64::from(number) / 8.0))),
        text().prop_map(|text| Node::Text(text.into())),
        "[a-z]{1,3}[?!]?".prop_map(Node::Symbol),
        "[a-z.*/]{1,4}".prop_map(|text| Node::Regex { parts: vec![Part::Text(text.into_bytes())], flags: "i".into() }),
        local().prop_map(Node::Local),
        constant().prop_map(Node::Constant),
        name().prop_map(|name| Node::Global(format!("${name}"))),
        name().prop_map(|name| Node::Instance(format!("@{name}"))),
        name().prop_map(|name| call(None, &name, vec![], None, true)),
    ]
    .prop_map(expr)
}

fn call(receiver: Option<Expr>, name: &str, args: Vec<Arg>, block: Option<Block>, bare: bool) -> Node {
    Node::Call(Box::new(Call { receiver, safe: false, name: name.into(), args, block, bare }))
}

fn sequence(list: Vec<Expr>) -> Expr {
    match <[Expr; 1]>::try_from(list) {
        Ok([one]) => one,
        Err(list) if list.is_empty() => expr(Node::Nil),
        Err(list) => expr(Node::Sequence(list)),
    }
}

fn body(inner: impl Strategy<Value = Expr> + Clone) -> impl Strategy<Value = Expr> {
    prop::collection::vec(inner.prop_filter("no list in a list", |e| !matches!(e.node, Node::Sequence(_))), 0..3)
        .prop_map(sequence)
}

fn params() -> impl Strategy<Value = Vec<Param>> {
    prop_oneof![
        Just(vec![]),
        local().prop_map(|name| vec![Param::Needed(name)]),
        local().prop_map(|name| vec![Param::Needed("x".into()), Param::Rest(name)]),
        Just(vec![Param::Group(vec!["x".into(), "y".into()]), Param::Needed("z".into())]),
        Just(vec![Param::Optional("x".into(), expr(Node::Int(1)))]),
    ]
}

fn target() -> impl Strategy<Value = Target> {
    prop_oneof![local().prop_map(Target::Local), name().prop_map(|name| Target::Global(format!("${name}")))]
}

/// What is assigned to and is no variable.
fn element(
    inner: impl Strategy<Value = Expr> + Clone + 'static,
    args: impl Strategy<Value = Vec<Arg>> + Clone + 'static,
) -> impl Strategy<Value = Target> {
    prop_oneof![
        constant().prop_map(Target::Constant),
        name().prop_map(|name| Target::Instance(format!("@{name}"))),
        (inner.clone(), args).prop_map(|(receiver, args)| Target::Index(receiver, args)),
        (inner, name()).prop_map(|(receiver, name)| Target::Attribute(receiver, name)),
    ]
}

fn tree() -> impl Strategy<Value = Expr> {
    leaf().prop_recursive(4, 40, 4, |inner| {
        let one = inner.clone().prop_map(Box::new).boxed();
        let block = (params(), body(inner.clone())).prop_map(|(params, body)| Block { params, body }).boxed();
        let args = prop::collection::vec(inner.clone().prop_map(Arg::Plain), 0..3).boxed();
        prop_oneof![
            args.clone().prop_map(Node::Array),
            prop::collection::vec((inner.clone(), inner.clone()), 0..3).prop_map(Node::Hash),
            (one.clone(), one.clone(), any::<bool>()).prop_map(|(from, to, exclusive)| Node::Range {
                from: Some(from),
                to: Some(to),
                exclusive
            }),
            (inner.clone(), text())
                .prop_map(|(code, text)| Node::Str(vec![Part::Text([b"x".to_vec(), text].concat()), Part::Code(code)])),
            (one.clone(), constant()).prop_map(|(inside, name)| Node::Scoped(inside, name)),
            (inner.clone(), name(), args.clone(), prop::option::of(block.clone()))
                .prop_map(|(receiver, name, args, block)| call(Some(receiver), &name, args, block, false)),
            (name(), args.clone(), prop::option::of(block.clone()))
                .prop_map(|(name, args, block)| call(None, &name, args, block, false)),
            (
                inner.clone(),
                prop::sample::select(vec!["+", "-", "*", "/", "%", "**", "==", "<", "<<", "<=>", "=~"]),
                inner.clone()
            )
                .prop_map(|(left, name, right)| call(
                    Some(left),
                    name,
                    vec![Arg::Plain(right)],
                    None,
                    false
                )),
            (inner.clone(), args.clone()).prop_map(|(receiver, args)| call(Some(receiver), "[]", args, None, false)),
            one.clone().prop_map(Node::Not),
            (one.clone(), one.clone()).prop_map(|(left, right)| Node::And(left, right)),
            (one.clone(), one.clone()).prop_map(|(left, right)| Node::Or(left, right)),
            (target(), one.clone()).prop_map(|(target, value)| Node::Assign(Box::new(target), value)),
            (target(), prop::sample::select(vec!["+", "||", "<<"]), one.clone())
                .prop_map(|(target, operator, value)| Node::Update(Box::new(target), operator.into(), value)),
            (local(), local(), one.clone()).prop_map(|(first, second, value)| Node::Spread {
                targets: vec![Target::Local(first), Target::Rest(second)],
                value
            }),
            (one.clone(), body(inner.clone()), body(inner.clone())).prop_map(|(condition, then, other)| Node::If {
                condition,
                then: Box::new(then),
                other: Box::new(other)
            }),
            (one.clone(), body(inner.clone()), any::<bool>()).prop_map(|(condition, body, until)| Node::While {
                condition,
                body: Box::new(body),
                until,
                first: false
            }),
            (local(), one.clone(), body(inner.clone())).prop_map(|(name, over, body)| Node::For {
                names: vec![name],
                over,
                body: Box::new(body)
            }),
            (prop::option::of(one.clone()), inner.clone(), body(inner.clone()), body(inner.clone())).prop_map(
                |(subject, value, then, other)| Node::Case {
                    subject,
                    whens: vec![(vec![value], then)],
                    other: Box::new(other)
                }
            ),
            (
                body(inner.clone()),
                prop::option::of(local()),
                body(inner.clone()),
                prop::option::of(body(inner.clone()))
            )
                .prop_map(|(tried, name, rescued, ensure)| {
                    let rescue = Rescue { classes: vec![expr(Node::Constant("X".into()))], name, body: rescued };
                    Node::Begin(Box::new(Begin { body: tried, rescues: vec![rescue], other: None, ensure }))
                }),
            (name(), block.clone()).prop_map(|(name, Block { body, .. })| {
                // A method knows nothing but its parameters.
                let params = ["a", "b", "c", "x", "y", "z"].map(|name| Param::Needed(name.into())).into();
                Node::Define { name, block: Box::new(Block { params, body }) }
            }),
            block.clone().prop_map(|block| Node::Lambda(Box::new(block))),
            prop::option::of(one.clone()).prop_map(Node::Return),
            prop::option::of(one.clone()).prop_map(Node::Break),
            prop::option::of(one.clone()).prop_map(Node::Next),
            Just(Node::Retry),
            (element(inner.clone(), args.clone()), one.clone())
                .prop_map(|(target, value)| Node::Assign(Box::new(target), value)),
            (element(inner.clone(), args.clone()), one.clone()).prop_map(|(target, value)| Node::Update(
                Box::new(target),
                "+".into(),
                value
            )),
            (name(), inner.clone(), inner.clone()).prop_map(|(name, list, block)| {
                call(None, &name, vec![Arg::Splat(list), Arg::Block(block)], None, false)
            }),
            (inner.clone(), name(), args.clone()).prop_map(|(receiver, name, args)| {
                let (receiver, block, bare) = (Some(receiver), None, false);
                Node::Call(Box::new(Call { receiver, safe: true, name, args, block, bare }))
            }),
            (name(), any::<bool>(), body(inner.clone())).prop_map(|(name, block, body)| {
                let last = if block { Param::Block("y".into()) } else { Param::Rest("y".into()) };
                call(None, &name, vec![], Some(Block { params: vec![Param::Needed("x".into()), last], body }), false)
            }),
            (one.clone(), text()).prop_map(|(code, text)| Node::Regex {
                parts: vec![
                    Part::Text(
                        [b"x".to_vec(), text.iter().copied().filter(u8::is_ascii_alphanumeric).collect()].concat()
                    ),
                    Part::Code(*code)
                ],
                flags: String::new()
            }),
            args.prop_map(Node::Yield),
            one.prop_map(Node::Defined),
        ]
        .prop_map(expr)
    })
}

fn known() -> BTreeSet<String> {
    ["a", "b", "c", "x", "y", "z"].map(str::to_owned).into()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn what_is_printed_is_read_back(tree in prop::collection::vec(tree(), 1..4).prop_map(sequence)) {
        let text = print(&tree);
        let again = parse(&text, 1, &mut known());
        prop_assert_eq!(again.as_ref(), Ok(&tree), "{}", text);
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "[ a-c0-9'\"#{}()\\[\\]|.,;:=<>+*/%&!?\\\\@$\n~^-]{0,40}|(if |end |do |def |while |begin |rescue |case |when |x |1 |'a' |\\{|\\}|\n|, |=> |%w\\[|<<~A\n){0,20}") {
        let _ = parse(&text, 1, &mut known());
    }
}

fn trouble(text: &str) -> String {
    let line = parse(text, 1, &mut BTreeSet::new()).expect_err("trouble").place().line;
    let shown = text.lines().nth(line as usize - 1).unwrap_or("");
    parse(text, 1, &mut BTreeSet::new()).expect_err("trouble").lines(shown).join("\n")
}

#[test]
fn trouble_is_told_as_jruby_tells_it() {
    for (text, told) in [
        ("1 +* 2", "syntax error, unexpected '*')\n1 +* 2\n   ^"),
        ("~ar += 1", "syntax error, unexpected tOP_ASGN)\n~ar += 1\n    ^~"),
        ("->{ |i| i }", "syntax error, unexpected '|')\n->{ |i| i }\n    ^"),
        ("-> do |i| i end", "syntax error, unexpected '|')\n-> do |i| i end\n      ^"),
        ("if 1 2 end", "syntax error, unexpected tINTEGER)\nif 1 2 end\n     ^"),
        ("while 1 2 end", "syntax error, unexpected tINTEGER)\nwhile 1 2 end\n        ^"),
        ("case 1 when 2 3 end", "syntax error, unexpected tINTEGER)\ncase 1 when 2 3 end\n              ^"),
        ("begin; rescue A b; end", "syntax error, unexpected tIDENTIFIER)\nbegin; rescue A b; end\n                ^"),
        ("def f a b end", "syntax error, unexpected tIDENTIFIER)\ndef f a b end\n        ^"),
        ("]", "syntax error, unexpected ']')"),
        ("end", "syntax error, unexpected end)"),
        ("}", "syntax error, unexpected tSTRING_DEND)"),
        ("scan 't1', {LIMIT => }", "syntax error, unexpected '}')\nscan 't1', {LIMIT => }\n                     ^"),
        ("\"\\xg\"", "invalid hex escape)\n\"\\xg\"\n   ^"),
        ("scan 't1' {LIMIT => 1}", "syntax error, unexpected '{')\nscan 't1' {LIMIT => 1}\n          ^"),
        ("scan 't1', LIMIT -> 1", "syntax error, unexpected ->)\nscan 't1', LIMIT -> 1\n                 ^~"),
        ("select * from t1", "syntax error, unexpected tIDENTIFIER)\nselect * from t1\n              ^~"),
        ("scan {LIMIT => 1}", "syntax error, unexpected =>)\nscan {LIMIT => 1}\n            ^~"),
        (
            "t.deleteall {ROWPREFIXFILTER => 'c'}",
            "syntax error, unexpected =>)\n....deleteall {ROWPREFIXFILTER => 'c'}\n                         ^~",
        ),
    ] {
        assert_eq!(trouble(text), format!("Traceback (most recent call last):\nSyntaxError ((hbase):1: {told}"));
    }
}

#[test]
fn what_is_not_spoken_is_refused_with_its_place() {
    let told = "\nERROR: this shell does not run Ruby's `class` (line 2, column 3). The shell of a real HBase does.\n";
    assert_eq!(trouble("x = 1\n  class Foo; end"), told);
}
