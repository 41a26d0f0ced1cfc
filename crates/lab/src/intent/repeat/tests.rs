//! Keys of each rule: in order, spread over prefixes, drawn evenly or by Zipf's law.

use super::*;

fn plan(walk: Walk) -> Plan {
    Plan {
        table: "t".into(),
        does: Does::Get,
        times: 10_000,
        first: 1,
        walk,
        digits: Digits::Decimal(3),
        prefixes: 0,
        clients: 1,
        rate: 0,
    }
}

fn keys(plan: &Plan, count: u32) -> Vec<String> {
    (0..count).map(|n| String::from_utf8_lossy(&plan.key(plan.number(n, 0))).into_owned()).collect()
}

#[test]
fn keys_follow_a_step_and_are_spread_over_prefixes() {
    let mut down = Plan { first: 3, ..plan(Walk::Step(-1)) };
    assert_eq!(keys(&down, 3), ["003", "002", "001"]);
    down.prefixes = 2;
    assert_eq!(keys(&down, 3), ["01-003", "00-002", "01-001"]);
    down.digits = Digits::Long;
    assert_eq!(down.key(down.number(0, 0)), [1, 0, 0, 0, 0, 0, 0, 0, 3]);
    let newest = plan(Walk::Time { reversed: true });
    assert!(newest.number(0, 2000) < newest.number(0, 1000));
}

#[test]
fn random_numbers_are_even_and_the_same_for_a_seed() {
    let random = plan(Walk::Random { seed: 7, among: 1000 });
    assert_eq!(keys(&random, 100), keys(&random, 100));
    assert_ne!(keys(&random, 100), keys(&plan(Walk::Random { seed: 8, among: 1000 }), 100));
    let mut tenths = [0; 10];
    for count in 0..10_000 {
        let number = random.number(count, 0) - 1;
        assert!((0..1000).contains(&number));
        tenths[(number / 100) as usize] += 1;
    }
    assert!(tenths.iter().all(|tenth| (850..1150).contains(tenth)), "{tenths:?}");
}

#[test]
fn by_zipf_each_octave_gets_as_much() {
    let zipf = plan(Walk::Zipf { seed: 7, among: 1023 });
    let mut octaves = [0; 10];
    for count in 0..10_000 {
        let rank = zipf.number(count, 0);
        assert!((1..=1023).contains(&rank), "{rank}");
        octaves[rank.ilog2() as usize] += 1;
    }
    assert!(octaves.iter().all(|octave| (850..1150).contains(octave)), "{octaves:?}");
}

#[test]
fn as_many_are_sent_in_each_second_as_the_rate_says() {
    for rate in [1, 3, 7, 10, 300, 999, 1000] {
        let plan = Plan { rate, ..plan(Walk::Step(1)) };
        let (mut now, mut sent) = (-2_000, Vec::new());
        while now < 2_000 {
            let pause = plan.pause(now);
            assert!(pause > 0, "{rate} at {now}");
            now += pause as i64;
            sent.push(now);
        }
        for second in [-1_000..0, 0..1_000, 1_000..2_000] {
            assert_eq!(sent.iter().filter(|at| second.contains(*at)).count() as u32, rate, "{second:?}");
        }
        let gaps: Vec<i64> = sent.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let (least, most) = (gaps.iter().min(), gaps.iter().max());
        assert!(most.zip(least).is_some_and(|(most, least)| most - least <= 1), "{rate}: {gaps:?}");
    }
    assert_eq!(plan(Walk::Step(1)).pause(17), 0);
}

#[test]
fn shares_add_up() {
    for (times, clients) in [(1, 4), (300, 4), (10, 3), (7, 1)] {
        let repeat = Repeat::new(Plan { times, clients, ..plan(Walk::Step(1)) });
        assert_eq!((0..clients).map(|client| repeat.share(client)).sum::<u32>(), times);
    }
}
