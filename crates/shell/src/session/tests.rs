//! The shell from outside: what a person types, and what it prints.
use super::*;
use crate::local::Local;

/// How often a statement gave way after so many operations, how many steps it took, and what it printed.
fn run(statement: &str, most: u64) -> (u32, u64, String) {
    let (mut local, mut shell) = (Local::new(1_700_000_000_001), Shell::new(0));
    shell.enter(statement);
    let mut times = 0;
    while let Turn::Busy = local.step(&mut shell, most) {
        times += 1;
    }
    (times, shell.machine.steps(), shell.take_output())
}

#[test]
fn what_one_operation_touches_is_counted() {
    for (statement, least) in [
        ("('a' * N).scan(/a/); 7", 10_000),
        ("('a' * N).gsub(/a/, 'b'); 7", 10_000),
        ("('a' * N) =~ /b/; 7", 2_500),
        ("('a,' * N).split(','); 7", 2_500),
        ("('a,' * N).split(/,/); 7", 10_000),
        ("[[1] * N].transpose; 7", 2_500),
        ("'a'.ljust(N); 7", 1_250),
        ("('a' * N).upcase; 7", 1_250),
        ("('a' * N).include?('b' * 1_024); 7", 10_000),
        ("('1' * N).to_f; 7", 1_250),
        ("('a' * N).count('b-cdef'); 7", 5_000),
        ("('a' * N).tr('b-cdef', '*'); 7", 5_000),
        ("a = [1] * N; a.unshift(1); 7", 1_250),
        ("format('%s', 'a' * N); 7", 1_250),
        ("a = [1] * N; a + a; 7", 2_500),
        ("a = [1] * N; a == [] || a.reverse; 7", 1_250),
        ("a = (1..N).to_a; a.sort; 7", 10_000),
        ("a = (1..N).to_a; a.sort_by { |i| 1 }; 7", 10_000),
        ("a = (1..N).to_a; a.uniq; 7", 10_000),
        ("a = (1..N).to_a; a - a; 7", 20_000),
        ("a = (1..N).to_a; a.join; 7", 1_250),
        ("a = (1..N).to_a; a.flatten; 7", 1_250),
        ("a = (1..100).to_a; a.product(a); 7", 2_500),
        ("(1..N).to_a.combination(1).to_a; 7", 2_500),
        ("def f(*a); 7; end; f(*([1] * N))", 1_250),
        ("h = {}; [1] * N; (1..N).zip((1..N).to_a).to_h.invert; 7", 2_500),
        ("'a' * (100 * N); 7", 1_900),
        ("[1] * (10 * N); 7", 2_500),
    ] {
        let (_, steps, said) = run(&statement.replace('N', "10_000"), 1_000_000);
        assert!(said.ends_with("=> 7\n"), "{statement}: {said}");
        assert!(steps >= least, "{statement}: {steps}");
        let (_, few, _) = run(&statement.replace('N', "10"), 1_000_000);
        assert!(few < 100 || statement.contains("100"), "{statement}: {few}");
    }
}

#[test]
fn what_is_counted_moves_no_place_where_it_gives_way() {
    for statement in ["s = 'a' * N; 50.times { s.upcase }; 7", "a = [1] * N; 50.times { a + a }; 7"] {
        let often = |count: &str| run(&statement.replace('N', count), 10).0;
        assert!(often("10") > 10);
        assert_eq!(often("10"), often("100_000"), "{statement}");
    }
}

#[test]
fn a_statement_has_so_many_steps_and_not_one_more() {
    use crate::ruby::machine::MOST_STEPS;
    for (steps, is_taken) in [(MOST_STEPS - 1, true), (MOST_STEPS, true), (MOST_STEPS + 1, false)] {
        assert_eq!(Machine::new(LIBRARY).afford(steps).is_ok(), is_taken, "{steps}");
    }
    let mut machine = Machine::new(LIBRARY);
    machine.charge(u64::MAX);
    assert!(machine.afford(1).is_err(), "what is too much stays so");
}
