//! What Ruby answers where numbers are very large, places are counted from the end, or arguments are of an unusual kind.

use splitpoint_shell::{Local, Shell, Turn};

/// What each statement answers, shown as the shell shows it; of an exception its class and its message.
fn answers(statements: &[&str]) -> Vec<String> {
    let (mut local, mut shell) = (Local::new(1_700_000_000_001), Shell::new(0));
    let answer = |statement: &&str| {
        shell.enter(&format!("begin; {statement}; rescue => e; \"#{{e.class}}: #{{e.message}}\"; end"));
        while let Turn::Busy = local.step(&mut shell, 100_000) {}
        let said = shell.take_output();
        said.trim().trim_start_matches("=> ").trim_matches('"').to_owned()
    };
    statements.iter().map(answer).collect()
}

/// Checks pairs of a statement and its answer.
#[track_caller]
fn check(pairs: &[(&str, &str)]) {
    let (statements, expected): (Vec<&str>, Vec<&str>) = pairs.iter().copied().unzip();
    for ((statement, answer), expected) in statements.iter().zip(answers(&statements)).zip(expected) {
        assert!(answer.starts_with(expected), "{statement}: {answer}");
    }
}

/// How numbers that are too large are refused.
const LARGE: &str = "ERROR: this shell does not run numbers of more than 128 bits";

#[test]
fn numbers_too_large_are_refused_and_never_become_others() {
    check(&[
        ("(2**126).hash == (2**126).hash", "true"),
        ("(9*10**37).round(-38)", "100000000000000000000000000000000000000"),
        ("(17*10**37).round(-38)", LARGE),
        ("(-(2**126)*2).round(-1)", LARGE),
        (
            "[15.round(-1), -15.round(-1), 14.round(-1), -16.round(-1), 15.floor(-1), 15.ceil(-1), -15.truncate(-1)]",
            "[20, -20, 10, -20, 10, 20, -10]",
        ),
        ("[5.round(-40), 5.floor(-40)]", "[0, 0]"),
        ("5.ceil(-40)", LARGE),
        ("1.5.round(2**32)", "1.5"),
        ("Time.at(2**53) - Time.at(-(2**53))", "18014398509481984.0"),
        ("Time.at(2**90) > Time.at(2**53)", "true"),
        ("[:a].each.with_index(2**126 + (2**126 - 1)).to_a", LARGE),
        ("[:a].each.with_index(2**126 + (2**126 - 1)) { |a, i| i }", LARGE),
        ("[:a].map.with_index(2**126 + (2**126 - 1)) { |a, i| i }", LARGE),
        ("[:a, :b].each_with_index.to_a", "[[:a, 0], [:b, 1]]"),
        ("('9'*40).to_i", LARGE),
        ("('f'*40).hex", LARGE),
        ("('7'*50).oct", LARGE),
        ("1e40.to_i", LARGE),
        ("(-(2**126)*2).gcd(0)", LARGE),
        ("['12', '-7x', '0x1f', '', ' +5_0', 'x'].map { |s| s.to_i }", "[12, -7, 0, 0, 50, 0]"),
        ("['0x1f', '0b11', '0o17', '017', '9', '-0x10'].map { |s| s.to_i(0) }", "[31, 3, 15, 15, 9, -16]"),
        (
            "['0x1f'.to_i(16), '1f'.hex, '0x1f'.hex, '-0x1f'.hex, 'z'.hex, '17'.oct, '789'.oct, 'z'.to_i(36)]",
            "[31, 31, 31, -31, 0, 15, 7, 35]",
        ),
        ("'1'.to_i(2**32 + 10)", "ArgumentError: illegal radix 4294967306"),
        (
            "['a'].pack('a1000001')",
            "ERROR: this shell does not run a count of more than 1000000 in the pattern of pack or unpack",
        ),
        ("exit(2**40)", "RangeError: integer 1099511627776 too big to convert to `int'"),
    ]);
}

#[test]
fn counts_too_large_are_as_many_as_there_are() {
    check(&[
        (
            "[[1, 2, 3].first(2**64), [1, 2, 3].take(2**64), [1, 2, 3].last(2**64), [1, 2, 3].drop(2**64)]",
            "[[1, 2, 3], [1, 2, 3], [1, 2, 3], []]",
        ),
        ("a = [1, 2, 3]; [a.shift(2**64), a, a.pop(2**64)]", "[[1, 2, 3], [], []]"),
        ("[[3, 1].max(2**64), [3, 1].min(1)]", "[[3, 1], [1]]"),
        ("[3].last(-1)", "ArgumentError: negative array size (or size too big)"),
        ("[3].first(-1)", "ArgumentError: negative array size (or size too big)"),
        ("[3].pop(-1)", "ArgumentError: negative array size"),
        ("'a,b,c'.split(/,/, 2**64)", "[\"a\", \"b\", \"c\"]"),
        ("['ab'[/(a)(b)/, 2**64], 'ab'[/(a)(b)/, -1], 'ab'[/(a)(b)/, 1]]", "[nil, \"b\", \"a\"]"),
        ("format('%c', 2**32 + 65)", "?"),
    ]);
}

#[test]
fn functions_of_numbers_take_what_they_take() {
    check(&[
        ("Math.pow(2, 3)", "NoMethodError: undefined method `pow' for Math:Class"),
        (
            "[Math.log(100, 10), Math.log(8, 2), Math.cos(0), Math.hypot(3, 4), Math.sqrt(16)]",
            "[2.0, 3.0, 1.0, 5.0, 4.0]",
        ),
        ("Math.sqrt", "ArgumentError: wrong number of arguments (given 0, expected 1)"),
        ("Math.cos(1, 2)", "ArgumentError: wrong number of arguments (given 2, expected 1)"),
        ("Math.log(1, 2, 3)", "ArgumentError: wrong number of arguments (given 3, expected 1..2)"),
        ("Math.log(-1)", "Math::DomainError: Numerical argument is out of domain"),
        (
            "[5.between?(5.5, 6), 5.between?(4.5, 5), 2.5.between?(2, 3), 5.clamp(5.5, 6), 5.clamp(1, 3), 2.5.clamp(1, 3)]",
            "[false, true, true, 5.5, 3, 2.5]",
        ),
        ("5.clamp(6, 5)", "ArgumentError: min argument must be smaller than max argument"),
        ("5.between?('a', 6)", "ArgumentError: comparison of Integer with String failed"),
    ]);
}

#[test]
fn places_are_counted_from_where_they_are_asked_for() {
    check(&[
        (
            "['hello'.rindex(/l/), 'hello'.rindex(/l/, 2), 'aaa'.rindex(/aa/), 'hello'.rindex(/z/), 'hello'.rindex(/l/, -3)]",
            "[3, 2, 1, nil, 2]",
        ),
        (
            "['hello'.rindex('l'), 'hello'.rindex('l', 2), 'hello'.rindex('l', -3), 'hello'.rindex('h', -9), 'hello'.rindex('', 9)]",
            "[3, 2, 2, nil, 5]",
        ),
        (
            "['hello'.index('l'), 'hello'.index('l', 3), 'hello'.index('l', -1), 'hello'.index('', 5), 'hello'.index('', 6)]",
            "[2, 3, nil, 5, nil]",
        ),
        (
            "['hello'.index(/l/), 'hello'.index(/l/, 3), 'hello'.index(/l/, 4), 'häl'.index(/l/, 2), 'häl'.rindex('l')]",
            "[2, 3, nil, 2, 2]",
        ),
        ("'hello'.rindex(/(l)/); [$~[0], $1]", "[\"l\", \"l\"]"),
    ]);
}

#[test]
fn loops_without_a_block_and_methods_of_ranges_are_those_of_arrays() {
    check(&[
        ("[:a, :b].each_index.to_a", "[0, 1]"),
        (
            "[[[1]].flatten!, [1].flatten!, [[1], 2].flatten!, [1, 1].uniq!, [1].uniq!, [1].compact!]",
            "[[1], nil, [1, 2], [1], nil, nil]",
        ),
        ("[1].each_slice(0)", "ArgumentError: invalid slice size"),
        ("[1].each_cons(0)", "ArgumentError: invalid size"),
        ("[1].each_slice(0) { |a| a }", "ArgumentError: invalid slice size"),
        ("[1, 2, 3].each_slice(2).to_a", "[[1, 2], [3]]"),
        (
            "[(1..3).each { |n| n }, (1..3).each_with_index { |n, i| n }, (1..3).to_a, (1..6).step(2), (1..3).map { |n| n * 2 }]",
            "[1..3, 1..3, [1, 2, 3], [1, 3, 5], [2, 4, 6]]",
        ),
    ]);
    let drawn = |list: &str| answers(&["1", &format!("(1..5).map {{ {list}.sample }}")]);
    assert_eq!(drawn("(1..1000)"), drawn("(1..1000).to_a"));
}
