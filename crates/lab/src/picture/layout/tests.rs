//! Everything has room wherever it is drawn, says what the view says, and stays text.

use super::*;
use crate::picture::Theme;
use crate::picture::shape::Anchor;
use crate::scenario;
use crate::session::Session;
use crate::sim::language::LANGUAGE;
use crate::view::{Grain, LineView};
use std::collections::BTreeSet;

fn session(start: &str) -> Session {
    let mut session = Session::from_start(scenario::start(start).expect("there is one")).expect("it is built");
    session.speak(&LANGUAGE);
    session.set_grain(Grain::Rpc);
    session
}

fn play(start: &str, script: &str) -> Session {
    let mut session = session(start);
    let mut player = session.script(0, 0, script).expect("it is read");
    while !session.play(&mut player, 100).expect("it runs") {}
    session.set_grain(Grain::Cell);
    session
}

fn table(session: &Session) -> String {
    session.view(&Wish::new(String::new()).request(0..0)).tables.first().cloned().unwrap_or_default()
}

/// Nothing is drawn outside of the picture, and no words of one line lie on others.
fn check(layout: &Layout, what: &str) {
    let mut drawn: Vec<(i64, i64, i64, &str)> = Vec::new();
    for shape in &layout.shapes {
        match shape {
            Shape::Box { place, .. } | Shape::Band { place, .. } => {
                assert!(place.x >= 0 && place.x + place.width <= layout.width, "{what}: {place:?}");
                assert!(place.y >= 0 && place.y + place.height <= layout.height, "{what}: {place:?}");
            }
            Shape::Words(words) => {
                let width = words.font.width(&words.text);
                let from = match words.anchor {
                    Anchor::Start => words.x,
                    Anchor::Middle => words.x - width / 2,
                    Anchor::End => words.x - width,
                };
                assert!(from >= 0 && from + width <= layout.width, "{what}: {words:?}");
                assert!(words.y <= layout.height, "{what}: {words:?}");
                drawn.push((words.y, from, from + width, &words.text));
            }
            Shape::Disc { .. } | Shape::Path { .. } | Shape::Lock { .. } => {}
        }
    }
    for (index, (y, from, to, text)) in drawn.iter().enumerate() {
        let other = drawn[..index].iter().find(|(other, start, end, _)| other == y && start < to && from < end);
        assert_eq!(other, None, "{what}: {text:?} lies on other words");
    }
}

/// Two clients at once: locks, what is not visible yet, a scanner in the midst of its way, a flush, a split.
const STORY: &str = r#"
client 'B'
step scan 'comments', {LIMIT => 3, CACHE => 1}
step 'B', 1
client 'A'
step mutate_rows 'comments', ['put', "\x00\x00\x00\x00\x00\x00\x00\x13", 'c:text', 'I agree!'], ['put', "\x00\x00\x00\x00\x00\x00\x00\x12", 'c:text', 'Very cool'], ['delete', "\x00\x00\x00\x00\x00\x00\x00\x12", 'c:date']
client 'A'
put 'comments', "\x00\x00\x00\x00\x00\x00\x00\x10", 'c:text', 'value '*30
flush 'comments'
split 'comments', "\x00\x00\x00\x00\x00\x00\x00\x12"
"#;

#[test]
fn every_step_has_its_place_at_every_width() {
    let mut session = play("comments", STORY);
    let total = session.view(&Wish::new(String::new()).request(0..0)).timeline.total;
    assert!(total > 50, "{total}");
    for step in 0..=total {
        session.seek(step);
        for width in [0, 360, 520, 840, 1400] {
            let layout = Layout::new(&session.stage(), &Wish { width, ..Wish::new("comments".to_owned()) });
            check(&layout, &format!("step {step}, {width} across"));
        }
    }
}

#[test]
fn every_start_has_its_place() {
    for example in &scenario::EXAMPLES {
        let session = session(example.id);
        for (width, lines) in [(360, 12), (840, 28), (1400, 400)] {
            let wish = Wish { width, lines, ..Wish::new(table(&session)) };
            check(&Layout::new(&session.stage(), &wish), example.id);
        }
    }
}

#[test]
fn what_is_told_at_lines_is_drawn_and_heard() {
    let mut session = play("comments", STORY);
    let find = |session: &mut Session, words: &str| {
        for step in 0.. {
            session.seek(step);
            let layout = Layout::new(&session.stage(), &Wish::new("comments".to_owned()));
            let drawn = |words: &str| {
                layout.shapes.iter().any(|shape| matches!(shape, Shape::Words(drawn) if drawn.text.contains(words)))
            };
            if drawn(words) {
                return layout;
            }
            assert!(step < 200, "“{words}” is never drawn");
        }
        unreachable!("there is a last step")
    };
    for (words, told) in [
        ("locked by A", "  18; c:date; May 24, locked by A; 1012; in memory"),
        ("not visible yet", "I agree!, not visible yet, not for B, A written"),
        ("● B read", ", B read; 1012; in memory"),
        ("older", "  19; c:text; I agre, older; 1003; in file f1"),
        ("reads at", "B's scanner stands here and sees what was written up to number 12"),
        ("splitting", "Region r1, [−∞, 20), on server S1"),
        ("split point", "split point 20"),
    ] {
        let layout = find(&mut session, words);
        let heard = layout.told().join("\n");
        assert!(heard.contains(told), "“{told}” is not heard:\n{heard}");
        assert!(layout.svg(Theme::Dark).contains(words));
    }
}

#[test]
fn the_legend_has_the_signs_of_the_picture() {
    let mut session = play("comments", STORY);
    let total = session.view(&Wish::new(String::new()).request(0..0)).timeline.total;
    let mut seen = BTreeSet::new();
    for step in 0..=total {
        session.seek(step);
        for width in [360, 840] {
            let wish = Wish { width, ..Wish::new("comments".to_owned()) };
            let layout = Layout::new(&session.stage(), &wish);
            let drawn = |words: &str| {
                layout.shapes.iter().any(|shape| matches!(shape, Shape::Words(drawn) if drawn.text == words))
            };
            let (view, _) = look(&session.stage(), &wish);
            for (words, wanted) in [
                ("first key, included", true),
                (
                    "cell in memory",
                    view.lines.iter().any(|line| line.file.is_none() && !line.is_marker() && !line.is_hollow()),
                ),
                (
                    "not visible to all yet",
                    view.lines.iter().any(|line| line.file.is_none() && line.is_hollow() && !line.is_marker()),
                ),
                ("cell in a file and the block cache", view.lines.iter().any(|line| line.cached && !line.is_marker())),
                ("delete marker", view.lines.iter().any(LineView::is_marker)),
            ] {
                assert_eq!(
                    drawn(words),
                    wanted && (width > 360 || words.starts_with("first")),
                    "{words}, step {step}, {width}"
                );
                seen.extend(wanted.then_some(words));
            }
        }
    }
    assert_eq!(seen.len(), 5, "{seen:?}");
}

#[test]
fn a_long_table_says_what_is_left_out() {
    let session = session("actions");
    let layout = Layout::new(&session.stage(), &Wish { lines: 20, ..Wish::new("useractions".to_owned()) });
    let left: u64 = layout
        .told()
        .iter()
        .filter_map(|line| {
            line.trim().strip_prefix("… ")?.split(" line").next()?.rsplit(' ').next()?.parse::<u64>().ok()
        })
        .sum();
    let drawn = layout.told().iter().filter(|line| line.starts_with("  ") && line.contains("; ")).count();
    assert_eq!(left + drawn as u64, 720);
    assert!(drawn < 40, "{drawn}");
}

#[test]
fn whatever_stands_in_a_table_stays_text() {
    let script = r#"
create 'a<b>&"', 'f' rescue nil
create 't', 'f'
put 't', '</desc><script>alert(1)</script>', 'f:"><g>', "\x00 ]]> & \uFFFF é"
"#;
    let session = play("empty", script);
    let svg = Layout::new(&session.stage(), &Wish::new("t".to_owned())).svg(Theme::Light);
    assert!(!svg.contains("<script") && !svg.contains("<g>"), "{svg}");
    assert!(svg.contains("&lt;/desc&gt;&lt;script&gt;"), "{svg}");
    assert!(!svg.chars().any(|letter| letter.is_control() && letter != '\n'), "{svg}");
    // Every ampersand begins one of four names.
    let names = ["amp;", "lt;", "gt;", "quot;"];
    assert!(svg.split('&').skip(1).all(|rest| names.iter().any(|name| rest.starts_with(name))), "{svg}");
}

#[test]
fn where_there_is_no_table_it_is_said() {
    let layout = Layout::new(&session("empty").stage(), &Wish::new(String::new()));
    assert_eq!(layout.told()[0], NO_TABLE);
    check(&layout, "no table");
}
