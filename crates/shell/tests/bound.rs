//! What no script may exhaust: the stack, and the memory. Where a bound is met, a sentence says so and the session goes
//! on.

use splitpoint_shell::{Local, Shell, Turn};

/// Types lines; what was printed.
fn play(lines: &[&str]) -> String {
    let (mut local, mut shell) = (Local::new(1_700_000_000_001), Shell::new(0));
    for line in lines {
        shell.enter(line);
        while let Turn::Busy = local.step(&mut shell, 100_000) {}
    }
    shell.take_output()
}

/// How a text of so many equal parts is answered, and the line after it.
fn repeated(first: &str, part: &str, times: usize) -> String {
    play(&[&format!("{first}{}", part.repeat(times)), "7"])
}

#[test]
fn long_rows_of_operators_are_no_deeper_than_brackets_may_be() {
    let refused = "ERROR: this shell does not run expressions nested more than 200 deep";
    for (first, part) in [
        ("1", "+1"),
        ("1", ".to_s"),
        ("x = 1", " and 1"),
        ("[]", "[0]"),
        ("1", " if 1"),
        ("true", " && true"),
        ("a", "::B"),
    ] {
        for times in [1_000, 20_000] {
            let said = repeated(first, part, times);
            assert!(said.contains(refused), "{part} {times} times: {}", &said[..said.len().min(400)]);
            assert!(said.ends_with("=> 7\n"), "{part} {times} times");
        }
    }
    assert_eq!(repeated("1", "+1", 150), "=> 151\n=> 7\n");
}

#[test]
fn a_long_row_of_statements_is_not_deep() {
    assert_eq!(repeated("1", "; 1", 5_000), "=> 1\n=> 7\n");
    let items = format!("[{}].size", "1, ".repeat(5_000));
    assert_eq!(play(&[&items]), "=> 5000\n");
}

#[test]
fn arrays_that_hold_themselves_can_be_compared() {
    let both = ["a = []; a << a; b = []; b << b; 1", "a == b"];
    assert_eq!(play(&both), "=> 1\n=> true\n");
    assert_eq!(play(&["a = []; a << a; a << 1; b = []; b << b; b << 2; a == b"]), "=> false\n");
    assert_eq!(play(&["a = {}; a[1] = a; b = {}; b[1] = b; a == b"]), "=> true\n");
    assert_eq!(play(&["a = []; a << a; b = []; b << b; (a <=> b).nil?"]), "=> true\n");
    assert_eq!(play(&["a = []; a << a; [a, a].uniq.size"]), "=> 1\n");
}

#[test]
fn what_branches_twice_at_each_level_is_not_gone_through_over_and_over() {
    let make = "a = []; b = []; 40.times { a = [a, a]; b = [b, b] }; 1";
    assert_eq!(play(&[make, "a == b"]), "=> 1\n=> true\n");
    assert_eq!(play(&[make, "h = {a => 1}; h[b]"]), "=> 1\n=> 1\n");
    for asked in ["a.flatten", "a.join"] {
        let said = play(&[make, asked]);
        assert!(said.contains("ERROR: this shell does not run an array of more than 5000000 items"), "{asked}: {said}");
    }
}

#[test]
fn what_a_statement_keeps_is_bounded() {
    let refused = "ERROR: this shell does not run a statement that keeps more than 134217728 bytes";
    for grows in [
        "a = [1]; 40.times { a = a + a }",
        "a = []; loop { a = [a] }",
        "a = []; loop { a << 'x' * 1_000_000 }",
        "h = {}; n = 0; loop { h[n] = 'x' * 100_000; n += 1 }",
        "a = []; loop { a.push(1, 2, 3, 4, 5, 6, 7, 8) }",
    ] {
        let said = play(&[grows, "a = h = nil", "7"]);
        assert!(said.contains(refused), "{grows}: {}", &said[..said.len().min(400)]);
        assert!(said.ends_with("=> 7\n"), "{grows}");
    }
    for grows in [
        "a = []; n = 0; loop { n += 1; a << ('x' * 1_000_000 + n.to_s).to_sym }",
        "a = []; loop { a << Bytes.toBytes('x' * 1_000_000) }",
        "a = []; loop { a << ('x' * 1_000_000).to_java_bytes }",
        "a = []; loop { begin; raise 'x' * 1_000_000; rescue => e; a << e; end }",
        "a = []; loop { a << org.apache.hadoop.hbase.filter.PrefixFilter.new(('x' * 1_000_000).to_java_bytes) }",
    ] {
        let said = play(&[grows, "a = nil", "7"]);
        assert!(said.contains(refused), "{grows}: {}", &said[..said.len().min(400)]);
        assert!(said.ends_with("=> 7\n"), "{grows}");
    }
    assert_eq!(
        play(&["s = ('x' * 1_000_000).to_sym; a = [s] * 1_000; a.size"]),
        "=> 1000\n",
        "what is shared counts once"
    );
    assert_eq!(play(&["10_000.times { |n| x = 'y' * 50_000 }"]), "=> 10000\n", "what is forgotten does not count");
}

#[test]
fn what_a_statement_prints_is_bounded() {
    for prints in ["x = 'y' * 1_000_000; loop { puts x }", "x = 'y' * 1_000_000; loop { print x }"] {
        let said = play(&[prints, "7"]);
        let refused = "\nERROR: this shell does not run a statement that prints more than 33554432 bytes.";
        assert!(said.contains(refused), "{prints}: {}", &said[..said.len().min(400)]);
        assert!(said.len() < 34 << 20, "{prints}: {}", said.len());
        assert!(said.ends_with("=> 7\n"), "{prints}");
    }
    let many = ["x = 'y' * 10_000_000; 1", "puts x; puts x", "puts x; puts x"];
    assert!(play(&many).ends_with("y\n"), "each statement has all of it");
}

#[test]
fn a_large_hash_is_read_as_a_small_one() {
    let said = play(&[
        "h = {}; 1_000.times { |n| h[n] = n; h[n.to_s] = -n; h[[n, 'a']] = n * 2; h[n.to_f / 2] = 0 }; h.size",
        "500.times { |n| h.delete(n) }; [h[499], h[500], h['499'], h[[3, 'a']], h[0.5], h.size]",
        "500.times { |n| h[n] = 1 }; [h[499], h.size, h.keys.first, h.keys.last]",
        "h = Hash.new(0); s = 'k'; h[s] = 5; 20.times { |n| h[n] += 1 }; s << 'x'; [h['k'], h[s], h[3], h[:none]]",
        "(0..99).map { |n| [n % 10, n % 5] }.uniq.size",
        "[1, 1.0, '1', :a, 'a', nil, false, [1], [1.0], 0.0, -0.0].uniq",
    ]);
    let expected = [
        "=> 4000",
        "=> [nil, 500, -499, 6, 0, 3500]",
        "=> [1, 4000, \"0\", 499]",
        "=> [5, 0, 1, 0]",
        "=> 10",
        "=> [1, \"1\", :a, \"a\", nil, false, [1], 0.0]",
    ];
    assert_eq!(said.lines().collect::<Vec<_>>(), expected);
}
