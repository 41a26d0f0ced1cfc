//! What no script may exhaust: the stack, and the memory. Where a bound is met, a sentence says so and the session goes
//! on.

use splitpoint_shell::{Local, Shell, Turn};

/// Types lines; what was printed.
fn play(lines: &[&str]) -> String {
    let (mut local, mut shell) = (Local::new(1_700_000_000_001), Shell::new(0));
    for line in lines {
        shell.enter(line);
        loop {
            match local.step(&mut shell, 100_000) {
                Turn::Busy => {}
                Turn::Ask(demand) => shell.hear(local.answer(&demand).expect("nothing is read")),
                _ => break,
            }
        }
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

/// What a statement answers, cut where it is long.
fn said(lines: &[&str]) -> String {
    let said = play(lines);
    said[..said.len().min(300)].to_owned()
}

#[test]
fn every_bound_lets_through_what_reaches_it_and_refuses_one_more() {
    let depth = |count: usize| said(&[&format!("{}1{}", "(".repeat(count), ")".repeat(count))]);
    let text = |count: usize| said(&[&format!("('x' * {count}).size")]);
    let grown = |count: usize| said(&[&format!("s = 'x' * {}; s << 'y' << 'z'; s.size", count - 2)]);
    let printed =
        |count: usize| play(&[&format!("print 'x' * 16_777_216; print 'x' * {}; print 'yy'; nil", count - 16_777_218)]);
    let slices = |count: usize| said(&[&format!("(1..{count}).each_slice(1).to_a.size")]);
    let range = |count: usize| said(&[&format!("(1..{count}).to_a.size")]);
    let array = |count: usize| said(&[&format!("Array.new({count}).size")]);
    let choices = |count: usize| said(&[&format!("(1..{count}).to_a.combination(1).to_a.size")]);

    let largest = 16_777_216;
    for count in [largest - 1, largest] {
        assert_eq!((text(count), grown(count)), (format!("=> {count}\n"), format!("=> {count}\n")));
    }
    for refused in [text(largest + 1), grown(largest + 1)] {
        assert!(refused.contains("a text of more than 16777216 bytes"), "{refused}");
    }
    for count in [33_554_431, 33_554_432] {
        assert!(!printed(count).contains("ERROR"), "{count}");
    }
    assert!(printed(33_554_433).contains("a statement that prints more than 33554432 bytes"));
    // An array for each item with a place for it, and a place for each array: 128 bytes an item. More than that is refused before
    // it is made. Lists that are made on the way count, too, so a little less may be refused once what is alive is looked for.
    assert_eq!(slices(900_000), "=> 900000\n");
    assert!(slices(1_048_577).contains("a statement that keeps more than 134217728 bytes"), "{}", slices(1_048_577));
    for (count, is_taken) in [(99_999, true), (100_000, true), (100_001, false)] {
        assert_eq!(choices(count) == format!("=> {count}\n"), is_taken, "{}", choices(count));
    }
    // A bracket is three levels: itself, what stands in it, and the operand.
    for (count, is_taken) in [(65, true), (66, true), (67, false)] {
        assert_eq!(depth(count) == "=> 1\n", is_taken, "{count}: {}", depth(count));
    }
    assert!(range(5_000_002).contains("a range of more than 5000000 items"), "{}", range(5_000_002));
    assert!(!array(5_000_001).contains("=> 5000001"), "{}", array(5_000_001));
}

#[test]
fn what_makes_many_things_at_once_is_weighed_before_it_makes_them() {
    for makes in [
        "(1..4_000_000).each_slice(1).to_a",
        "(1..4_000_000).to_a.each_slice(1) { |a| a }",
        "(1..1_000_000).each_cons(100_000).to_a",
        "(1..4_000_000).each_cons(2) { |a| a }",
        "[1, 2, 3].cycle(1_000_000) { |a| a }; ([1] * 1_000).cycle(1_000_000) { |a| a }",
        "(1..4_000_000).to_a.zip((1..4_000_000).to_a)",
        "(1..2_000).to_a.product((1..2_000).to_a)",
        "('x' * 16_000_000).chars",
        "('x' * 16_000_000).bytes",
        "(\"x\\n\" * 8_000_000).lines",
        "('x,' * 8_000_000).split(',')",
        "('x ' * 8_000_000).split",
        "('x' * 16_000_000).scan(/x/)",
        "('x' * 16_000_000).each_char { |c| c }",
        "('x' * 1_000_000).gsub(/x/, 'y' * 1_000)",
        "[1] * 4_999_999",
        "[[1] * 3_000_000].transpose",
        "a = [1] * 2_500_000; a + a",
    ] {
        let said = said(&[makes, "7"]);
        let refused = ["keeps more than", "a text of more than"].iter().any(|words| said.contains(words));
        assert!(refused && said.ends_with("=> 7\n"), "{makes}: {said}");
    }
    let said = said(&["(1..5_000).to_a.combination(2).to_a.size", "7"]);
    assert!(said.contains("more than 100000 choices of an array") && said.ends_with("=> 7\n"), "{said}");
}

#[test]
fn a_search_is_bounded_before_it_is_made() {
    let parts = |count: usize| said(&[&format!("'b' =~ /a{{{}}}/", count - 1), "7"]);
    let groups = |count: usize| said(&[&format!("'a' =~ /{}/", "(a?)".repeat(count)), "7"]);
    // None of the 5,000 parts but the first is ever looked at.
    let search = |bytes: usize| said(&[&format!("('x' * {bytes}) =~ /y{{4999}}/; 7")]);
    let scan = |bytes: usize| said(&[&format!("('x' * {bytes}).scan(/y{{4999}}/); 7")]);
    for (count, is_taken) in [(9_999, true), (10_000, true), (10_001, false)] {
        let said = parts(count);
        assert!(said.ends_with("=> 7\n"), "{said}");
        assert_eq!(said.contains("a regular expression of more than 10000 parts"), !is_taken, "{count}: {said}");
    }
    for (count, is_taken) in [(99, true), (100, true), (101, false)] {
        let said = groups(count);
        assert!(said.ends_with("=> 7\n"), "{said}");
        assert_eq!(said.contains("a regular expression of more than 100 groups"), !is_taken, "{count}: {said}");
    }
    for (bytes, is_taken) in [(9_999, true), (10_000, true), (10_001, false)] {
        let said = search(bytes);
        assert_eq!(said.contains("a search of more than 50000000 steps"), !is_taken, "{bytes}: {said}");
    }
    assert!(scan(1_000).ends_with("=> 7\n") && scan(20_000).contains("a search of more than 50000000 steps"));
    for statement in [
        "('a' * 100_000) =~ /(a?){1000}b/",
        "('a' * 1_000_000) =~ /(a?){1000}b/",
        "('a' * 100_000).scan(/a(.*b)?/)",
        "('a' * 100_000).gsub(/a*b|a/, 'c')",
        "('a' * 100_000).split(/a*b|a/)",
        "('a' * 100_000)[/(a?){1000}b/]",
        "case 'a' * 100_000 when /(a?){1000}b/ then 1 end",
    ] {
        let said = said(&[statement, "7"]);
        assert!(
            said.contains("a search of more than 50000000 steps") && said.ends_with("=> 7\n"),
            "{statement}: {said}"
        );
    }
    let many = ["a = 'a' * 1_000_000; a.include?('a' * 500_000 + 'b')", "a = 'x' * 100_000; loop { a =~ /y{400}/ }"];
    for statement in many {
        let said = said(&[statement, "7"]);
        assert!(said.contains("more than 200000000 steps") && said.ends_with("=> 7\n"), "{statement}: {said}");
    }
}

#[test]
fn arrays_are_queues_and_are_sorted_by_blocks() {
    let said = play(&[
        "a = (1..10).to_a; [a.shift, a.shift(3), a.shift(0), a << 11, a.unshift(0), a[1], a[-1], a.size]",
        "a = []; a.push; a[0] = 1; a[1] = 2; a[3] = 4; a.concat([5], [6]); a.concat(a); [a, a.first(2), a.last(2), a.drop(9), a[2, 3], a[12, 1], a[13, 1]]",
        "a = [1]; [a.shift, a.shift, a.pop, a.shift(2), a.fetch(0, :none), a.dig(0)]",
        "[5, 3, 9, 1, 7, 2, 8].sort { |a, b| b <=> a }",
        "[[1, 'b'], [0, 'a'], [1, 'a'], [0, 'b']].sort { |a, b| a[0] <=> b[0] }",
        "a = %w[c b a]; a.sort! { |x, y| x <=> y }; [a, [].sort { |x, y| 0 }, [1].sort { |x, y| 0 }]",
        "(1..1_000).map { |i| i * 7919 % 1_009 }.sort { |a, b| a <=> b } == (1..1_000).map { |i| i * 7919 % 1_009 }.sort",
        "[1, 2, 2, 3, nil, 'a'] - [2, 'a']; ",
        "[[1, 2.0, 3] & [3, 2, 1], [1, 1, 2] - [], [] - [1], [1, 1] & [1]]",
    ]);
    let expected = [
        "=> [1, [2, 3, 4], [], [0, 5, 6, 7, 8, 9, 10, 11], [0, 5, 6, 7, 8, 9, 10, 11], 5, 11, 8]",
        "=> [[1, 2, nil, 4, 5, 6, 1, 2, nil, 4, 5, 6], [1, 2], [5, 6], [4, 5, 6], [nil, 4, 5], [], nil]",
        "=> [1, nil, nil, [], :none, nil]",
        "=> [9, 8, 7, 5, 3, 2, 1]",
        "=> [[0, \"a\"], [0, \"b\"], [1, \"b\"], [1, \"a\"]]",
        "=> [[\"a\", \"b\", \"c\"], [], [1]]",
        "=> true",
        "=> [1, 3, nil]",
        "=> [[1, 2.0, 3], [1, 1, 2], [], [1, 1]]",
    ];
    assert_eq!(said.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn a_hash_that_loses_entries_and_gets_others_stays_whole() {
    let said = play(&[
        "h = {}; 5_000.times { |n| h[n] = n; h.delete(n - 5) }; [h, h.size, h[4_997], h[3]]",
        "h = {}; 100.times { |n| h[n] = n }; 90.times { |n| h.delete(99 - n) }; 100.times { |n| h[n] ||= -n }; [h[9], h[10], h.size, h.keys.last]",
        "h = {}; 100.times { |n| h[n] = n }; g = h.dup; k = g.select { |n, _| n.even? }; [g[50], k[50], k[51], g.merge({50 => 1})[50], h[50]]",
        "h = Hash.new { |hash, key| hash[key] = key * 2 }; [h[4], h, h.fetch(5, 0), h.delete(4), h.delete(4), h]",
        "[{1 => 2}, {1 => 2.0}, {2 => 1}, {2 => 1, 1 => 2}, {1 => 2, 2 => 1}].uniq.size",
        "h = {}; 20.times { |n| h[2**80 + n] = n; h[(n..n + 1)] = n }; [h[2**80 + 7], h[(7..8)], h.size]",
        "h = {}; 20.times { |n| h[n] = n }; h.select! { |n, _| n > 10 }; [h[15], h[5], h.size]",
    ]);
    let expected = [
        "=> [{4995=>4995, 4996=>4996, 4997=>4997, 4998=>4998, 4999=>4999}, 5, 4997, nil]",
        "=> [9, -10, 100, 99]",
        "=> [50, 50, nil, 1, 50]",
        "=> [8, {}, 0, 8, nil, {}]",
        "=> 3",
        "=> [7, 7, 40]",
        "=> [15, nil, 9]",
    ];
    assert_eq!(said.lines().collect::<Vec<_>>(), expected);
}

/// However large what it is called on: who stops a script does not wait for more than one call.
#[test]
fn a_shell_gives_way_in_the_middle_of_long_calls() {
    let (mut local, mut shell) = (Local::new(1_700_000_000_001), Shell::new(0));
    for line in ["a = (1..200_000).to_a; 1", "2_000.times { a.include?(0) }; a.size"] {
        shell.enter(line);
        while let Turn::Busy = local.step(&mut shell, 4_000) {
            assert!(shell.labour() < 150_000, "{} operations at once", shell.labour());
        }
    }
    assert_eq!(shell.take_output(), "=> 1\n=> 200000\n");
    // What is collected counts as well, though the statement may take as many steps as before.
    let (mut longest, mut stops) = (0, 0);
    shell.enter("b = []; 300_000.times { b = [b] }");
    while let Turn::Busy = local.step(&mut shell, 4_000) {
        (longest, stops) = (longest.max(shell.labour()), stops + 1);
    }
    assert!((50_000..250_000).contains(&longest), "{longest} in one of {stops}");
}

#[test]
fn a_number_is_shown_with_as_many_digits_as_are_asked_for() {
    let said = play(&[
        r#"[format("%.70000f", 0).size, format("%.70000g", 0.5), format("%.70000e", 0.0).size, format("%.0f", 0.0)]"#,
        r#"%w[%g %.3g %.0g %G].map { |f| [999999.9, 999999.4, 0.00001, 100.0, 0, -2.5, 9.999].map { |n| format(f, n) } }"#,
    ]);
    let expected = [
        "=> [70002, \"0.5\", 70006, \"0\"]",
        "=> [[\"1e+06\", \"999999\", \"1e-05\", \"100\", \"0\", \"-2.5\", \"9.999\"], \
         [\"1e+06\", \"1e+06\", \"1e-05\", \"100\", \"0\", \"-2.5\", \"10\"], \
         [\"1e+06\", \"1e+06\", \"1e-05\", \"1e+02\", \"0\", \"-2\", \"1e+01\"], \
         [\"1E+06\", \"999999\", \"1E-05\", \"100\", \"0\", \"-2.5\", \"9.999\"]]",
    ];
    assert_eq!(said.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn what_is_sent_through_many_names_needs_no_deeper_stack() {
    assert_eq!(play(&["1.send(*([:send] * 100_000), :to_s)"]), "=> \"1\"\n");
    assert_eq!(play(&["[1.send(:+, 2), 'a'.send('public_send', :__send__, :upcase)]"]), "=> [3, \"A\"]\n");
    assert!(play(&["1.send(:send)"]).contains("undefined method `send'"));
}

#[test]
fn values_that_hold_values_are_not_nested_without_end() {
    assert_eq!(play(&["[Range.new(1, 3), Range.new('a', 'c', true)]"]), "=> [1..3, \"a\"...\"c\"]\n");
    let client = "org.apache.hadoop.hbase.client";
    for (nests, refused) in [
        ("v = Range.new(v, 1)".to_owned(), "bad value for range"),
        (format!("v = {client}.Delete.new('r'.to_java_bytes, v)"), "cannot convert instance of"),
        ("v = t.checkAndMutate(v, 'f')".to_owned(), "cannot convert instance of"),
        (
            "v = org.apache.hadoop.hbase.filter.SingleColumnValueFilter.new(v, v, o, 'v'.to_java_bytes)".to_owned(),
            "cannot convert instance of",
        ),
    ] {
        let make = "v = 'f'; o = org.apache.hadoop.hbase.CompareOperator::EQUAL; create 't', 'f'; \
                    t = get_table('t').table; 1";
        let nested = format!("begin; 300_000.times {{ {nests} }}; rescue => e; puts e.message; end");
        let said = play(&[make, &nested, "v = nil", "7"]);
        assert!(said.contains(refused) && said.ends_with("=> 7\n"), "{nests}: {}", &said[..said.len().min(400)]);
    }
}

#[test]
fn clauses_that_are_compiled_twice_each_do_not_double_without_end() {
    let nested = format!("{}1{}", "begin; 1; ensure; ".repeat(30), "; end".repeat(30));
    let refused = "ERROR: this shell does not run a statement of more than 1000000 operations";
    let said = said(&[&nested, "7"]);
    assert!(said.contains(refused) && said.ends_with("=> 7\n"), "{said}");
    let few = format!("{}1{}", "begin; 1; ensure; ".repeat(8), "; end".repeat(8));
    assert_eq!(play(&[&few]), "=> 1\n");
}

#[test]
fn one_operation_makes_no_text_and_no_list_without_end() {
    for makes in [
        r#"format("%1$99999d" * 100_000, 1)"#,
        r#"printf("%1$99999d" * 100_000, 1)"#,
        r#"("%1$99999d" * 100_000) % [1]"#,
        r#"format("%1$.0s" * 2_000_000, "x" * 16_000_000)"#,
        r#"format("%1$d" * 2_000_000, "0" * 16_000_000)"#,
        r#"("x" * 16_000_000).start_with?(*(["x" * 16_000_000] * 100_000))"#,
        r#"(["x" * 16_000_000] * 100_000).pack("a0" * 100_000)"#,
        r#"[].pack("x1000000" * 100_000)"#,
        r#"([""] * 100_000).pack("a1000000" * 100_000)"#,
        r#""".unpack("C1000000" * 100_000)"#,
        r#"("x" * 16_000_000).unpack("C*")"#,
        r#"("a" * 100_000.."b" * 100_000).count"#,
        r#"("a".."zzzzzz").count"#,
        r#"("a" * 2_000_000).tr("b" * 2_000_000, "c" * 2_000_000)"#,
        r#"s = "x" * 16_000_000; s.prepend(s)"#,
        r#"s = "x" * 16_000_000; s.insert(0, s)"#,
        r#"s = "x" * 16_000_000; s[1] = s"#,
        r#"s = "x" * 16_000_000; "a#{s}#{s}""#,
        r#"s = "x" * 16_000_000; (s..s).to_s"#,
        r#"("." * 16_000_000).inspect.inspect; Regexp.escape("." * 16_000_000)"#,
    ] {
        let said = said(&[makes, "s = nil", "7"]);
        let refused = ["keeps more than", "a text of more than", "more than 200000000 steps"];
        assert!(refused.iter().any(|words| said.contains(words)) && said.ends_with("=> 7\n"), "{makes}: {said}");
    }
    assert_eq!(
        play(&[r#"[("a" * 4_000_000).count("b-\u{10ffff}"), "a".count("\u{0}-\u{10ffff}" * 1_000)]"#]),
        "=> [0, 1]\n"
    );
    assert_eq!(
        play(&[
            r#"["abcxyz".tr("a-cx-z", "A-CX"), "hello".tr("^l", "*-"), "a-c\\".delete("\\-"), "aabb".squeeze("b-a")]"#
        ]),
        "=> [\"ABCXXX\", \"--ll-\", \"ac\\\\\", \"aabb\"]\n"
    );
}

#[test]
fn what_branches_is_not_printed_without_end() {
    for (leaf, prints) in
        [("[1]", "puts a"), ("[]", "puts a"), ("[1]", "print(*([a] * 100))"), ("[1]", "p(*([a] * 100))")]
    {
        let make = format!("a = {leaf}; 40.times {{ a = [a, a] }}; 1");
        let said = play(&[&make, prints, "7"]);
        let refused = ["a statement that prints more than 33554432 bytes", "an array of more than 5000000 items"];
        assert!(refused.iter().any(|words| said.contains(words)) && said.ends_with("=> 7\n"), "{leaf} {prints}");
        assert!(said.len() < 64 << 20, "{leaf} {prints}: {}", said.len());
    }
    let said = play(&["a = []; 1_000_000.times { a << a }; 1", "a.inspect.size; 7"]);
    assert!(said.len() < 1_000, "{}", said.len());
}

#[test]
fn what_takes_long_is_counted_or_made_short() {
    // These took minutes.
    assert_eq!(play(&["('+' * 4_000_000).to_f"]), "=> 0.0\n");
    let keys = [
        "k = (1..1_000).map { (1..1_000).to_a }; g = {}; 1",
        "h = {k => 1}; 100_000.times { |n| h[k] = n }; h.size",
        "100.times { |n| g[n] = n }; 1_000.times { |n| g[k] = n }; [g[k], g[k.dup], g.size]",
    ];
    assert_eq!(play(&keys), "=> 1\n=> 1\n=> [999, 999, 101]\n");
    let wide = "h = {}; 70.times { |n| h[n] = n }; g = {}; 70.times { |n| g[69 - n] = 69 - n }; [{h => 1}[g], [h, g].uniq.size]";
    assert_eq!(play(&[wide]), "=> [1, 1]\n");
    let (mut local, mut shell) = (Local::new(1_700_000_000_001), Shell::new(0));
    let mut stops = |line: &str| {
        let mut stops = 0;
        shell.enter(line);
        while let Turn::Busy = local.step(&mut shell, 100_000) {
            stops += 1;
        }
        stops
    };
    stops("a = (1..200_000).to_a; h = {}; 200_000.times { |n| h[n] = n }; 1");
    for moves in ["100.times { a.unshift(0) }", "100.times { |n| h.delete(n) }"] {
        assert!(stops(moves) >= 10, "{moves}");
    }
}
