//! A script that is walked through: step by step, in the order in which it would be played.

use super::console::Carried;
use super::{Player, Refusal, Session};
use crate::sim::language::Direction;
use crate::sim::world::Actor;

/// A script that a reader steps through.
///
/// Where the reader stands is read from the cursor of the session: whoever goes back and steps again does the same
/// statements again, and none twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptWalk {
    player: Player,
    /// Where the script stood before its first step, and after each.
    places: Vec<Point>,
}

/// A place in a script, together with the decision at which it was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Point {
    /// The decision at the cursor.
    node: u32,
    /// The direction that comes next.
    next: usize,
    /// How many times that direction was done already.
    times: u32,
    /// The client whose statements come next.
    client: u8,
    /// The client whose program has to end first.
    runs: Option<u8>,
}

impl ScriptWalk {
    /// The last of its points that the cursor has passed: its number, and its position on the branch.
    fn reached(&self, session: &Session) -> Option<(usize, usize)> {
        let places = self.places.iter().enumerate().rev();
        let mut found = places.filter_map(|(number, place)| Some((number, session.log.find(place.node)?)));
        found.find(|(_, at)| *at <= session.log.at())
    }

    /// Who comes next and at which line, where nobody is at a line now.
    pub fn line(&self, session: &Session) -> Option<(u8, u32)> {
        let (number, _) = self.reached(session)?;
        let place = self.places.get(number)?;
        if place.runs.is_some_and(|client| session.script_line(client).is_some()) {
            return None;
        }
        let mut client = place.client;
        for direction in self.player.directions.iter().skip(place.next) {
            match direction {
                Direction::Client(next) => client = *next,
                Direction::Run { line, .. } | Direction::Begin { line, .. } => return Some((client, *line)),
                Direction::Step { .. } | Direction::Back(_) => return None,
                Direction::Mark(_) | Direction::Must { .. } => {}
            }
        }
        None
    }
}

impl Session {
    /// Reads a script that is to be walked through by [`walk_on`](Self::walk_on), for a client in a terminal of so many
    /// columns; 0: of any width. Nobody acts yet.
    ///
    /// # Errors
    /// What is wrong with it as a whole.
    pub fn walk(&self, client: u8, width: u16, text: &str) -> Result<ScriptWalk, Refusal> {
        let player = self.script(client, width, text)?;
        let place = Point { node: self.log.id(), next: 0, times: 0, client, runs: None };
        Ok(ScriptWalk { player, places: vec![place] })
    }

    /// One step of a script at the grain: the one that [`play`](Self::play) would do next. Where the cursor was moved
    /// back on the way of the script, it goes on from there. `false` where the script is at its end.
    ///
    /// # Errors
    /// What HBase's client refuses.
    pub fn walk_on(&mut self, walk: &mut ScriptWalk) -> Result<bool, Refusal> {
        let number = walk.reached(self).map_or(0, |(number, _)| number);
        let ahead = walk.places.get(number + 1).and_then(|next| self.log.find(next.node));
        if let Some(at) = ahead.filter(|at| *at > self.log.at()) {
            self.log.go(at, None, self.grain);
            return Ok(true);
        }
        walk.places.truncate(number + 1);
        let Some(mut place) = walk.places.last().copied() else { return Ok(false) };
        let stepped = self.walk_from(walk, &mut place);
        place.node = self.log.id();
        match walk.places.last_mut() {
            // The cursor is inside the same atom as before, or nothing was done.
            Some(last) if last.node == place.node => *last = place,
            _ => walk.places.push(place),
        }
        stepped
    }

    fn walk_from(&mut self, walk: &ScriptWalk, place: &mut Point) -> Result<bool, Refusal> {
        loop {
            if let Some(client) = place.runs {
                let within = self.log.event().and_then(|_| Some(self.log.fact(self.log.at())?.actor));
                if let Some(actor) = within.or_else(|| self.mover(Actor::Client(client)))
                    && self.step(actor)
                {
                    return Ok(true);
                }
                place.runs = None;
            }
            let Some(direction) = walk.player.directions.get(place.next) else { return Ok(false) };
            place.next += 1;
            match self.carry_out(&walk.player, &mut place.client, direction)? {
                Carried::Said => {}
                Carried::Runs => place.runs = Some(place.client),
                Carried::Stepped(times) => {
                    Self::count(place, times);
                    if times > 0 {
                        return Ok(true);
                    }
                }
            }
        }
    }

    /// Counts that a direction was done once more; it comes again until it was done so many times.
    fn count(place: &mut Point, times: u32) {
        place.times += 1;
        if place.times < times {
            place.next -= 1;
        } else {
            place.times = 0;
        }
    }
}
