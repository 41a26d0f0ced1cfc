//! Growth: the settings of its calculator, and the computation, which is done in short tasks. Its code is loaded when
//! it is first needed.

use super::action::{Action, Tab};
use super::chunk::Chunk;
use super::desk::{Desk, Wide};
use super::reducer::Effect;
use super::state::State;
use splitpoint_lab::design::{Design, PRESETS};
use splitpoint_lab::growth::{Change, Draft, Grain, Growth, Plan, Report};
use splitpoint_lab::view::{GrowthView, growth};
use std::rc::Rc;

/// How many columns are computed in one task, by the rough and by the precise computation: so few that the page stays
/// responsive.
const TURN: [usize; 2] = [4, 1];

/// Milliseconds until the precise computation begins, so that the rough result is drawn before.
const DRAWN: u32 = 1;

/// Actions of the calculator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Growing {
    /// Shows the calculator, or goes back to where it was opened.
    Open(bool),
    /// Shows a year of the key of the shown table.
    Year,
    /// Changes a setting.
    Change(Change),
    /// Continues the computation.
    GoOn,
}

/// The function of the calculator. No other code names it, so that a chunk can bring its code later.
#[derive(Debug)]
pub struct Logic {
    pub(super) apply: fn(&mut State, Growing) -> Vec<Effect>,
}

/// The functions of this module.
pub static LOGIC: Logic = Logic { apply: State::grow };

/// A part of a computation, at its present stage.
enum Part {
    /// It has not begun.
    Plan(Plan),
    /// It is under way.
    Growth(Box<Growth>),
    /// It is done.
    Report(Box<Report>),
}

/// The settings of the calculator, and its results.
pub struct Calculator {
    /// The settings.
    pub draft: Draft,
    /// The shown results; those of earlier settings while new ones are computed.
    pub view: Rc<GrowthView>,
    /// Whether more precise results are still being computed.
    pub is_rough: bool,
    /// The key with which it was opened.
    given: Design,
    /// Whether it was opened from the designer.
    is_from_design: bool,
    grain: Grain,
    parts: Vec<Part>,
}

impl Calculator {
    /// The calculator of a desk. `None` if it was not opened.
    pub fn on(desk: &Desk) -> Option<&Self> {
        desk.growth.as_ref()?.downcast_ref()
    }

    fn new(draft: Draft, is_from_design: bool) -> Self {
        Self {
            view: Rc::new(growth(&draft, &[])),
            is_rough: true,
            given: draft.design.clone(),
            draft,
            is_from_design,
            grain: Grain::Coarse,
            parts: Vec::new(),
        }
    }

    /// Begins with the rough computation, which is done quickly.
    fn begin(&mut self, grain: Grain) -> Vec<Effect> {
        self.grain = grain;
        self.parts.clear();
        let mut view = growth(&self.draft, &[]);
        self.is_rough = view.wrong.is_empty();
        if !self.is_rough {
            self.view = Rc::new(view);
            return Vec::new();
        }
        // The old results stay until the new ones are there, so that nothing flickers.
        let GrowthView { sides, figures, assumed, .. } = &*self.view;
        (view.sides, view.figures, view.assumed) = (sides.clone(), figures.clone(), assumed.clone());
        self.view = Rc::new(view);
        self.parts = self.draft.plans(grain).into_iter().map(Part::Plan).collect();
        go_on()
    }

    fn turn(&mut self) -> Vec<Effect> {
        let pieces = TURN[usize::from(self.grain == Grain::Fine)];
        let Some(at) = self.parts.iter().position(|part| !matches!(part, Part::Report(_))) else {
            return self.end();
        };
        let part = match self.parts.remove(at) {
            Part::Plan(plan) => Part::Growth(Box::new(Growth::new(&plan))),
            Part::Growth(mut growth) => {
                if (0..pieces).all(|_| growth.advance()) {
                    Part::Growth(growth)
                } else {
                    Part::Report(Box::new(growth.report()))
                }
            }
            done @ Part::Report(_) => done,
        };
        self.parts.insert(at, part);
        go_on()
    }

    /// The computation is complete.
    fn end(&mut self) -> Vec<Effect> {
        let report = |part| match part {
            Part::Report(report) => Some(*report),
            _ => None,
        };
        let reports: Vec<Report> = self.parts.drain(..).filter_map(report).collect();
        if reports.is_empty() {
            return Vec::new();
        }
        self.view = Rc::new(growth(&self.draft, &reports));
        if self.grain == Grain::Fine {
            self.is_rough = false;
            return Vec::new();
        }
        self.grain = Grain::Fine;
        self.parts = self.draft.plans(Grain::Fine).into_iter().map(Part::Plan).collect();
        // It begins a moment later, after the present results were drawn.
        vec![Effect::Later(DRAWN, Action::Growth(Growing::GoOn))]
    }
}

/// The calculator of the desk.
fn calculator(desk: &mut Desk) -> Option<&mut Calculator> {
    desk.growth.as_mut()?.downcast_mut()
}

fn go_on() -> Vec<Effect> {
    vec![Effect::Later(0, Action::Growth(Growing::GoOn))]
}

impl State {
    pub(super) fn growth(&mut self, growing: Growing) -> Vec<Effect> {
        match self.chrome.chunks.growth {
            Some(growth) => (growth.apply)(self, growing),
            None => vec![Effect::Bring(Chunk::Growth, Action::Growth(growing))],
        }
    }

    /// Opens a calculator with these settings.
    fn calculate(&mut self, draft: Draft, is_from_design: bool) -> Vec<Effect> {
        let mut calculator = Calculator::new(draft, is_from_design);
        let effects = calculator.begin(Grain::Coarse);
        self.desk.growth = Some(Box::new(calculator));
        effects
    }

    fn grow(&mut self, growing: Growing) -> Vec<Effect> {
        match growing {
            Growing::Open(true) => {
                let is_from_design = self.desk.wide == Some(Wide::Design);
                let designed = self.desk.draft.as_ref().map(|draft| draft.design.clone());
                let design = designed.unwrap_or_else(|| PRESETS[0].design());
                self.desk.wide = Some(Wide::Growth);
                self.document.playing = false;
                let mut effects = vec![Effect::Focus("pane-growth")];
                match calculator(&mut self.desk).filter(|calculator| calculator.given == design) {
                    Some(calculator) => calculator.is_from_design = is_from_design,
                    None => {
                        effects.extend(self.calculate(Draft::new(&design), is_from_design));
                    }
                }
                effects
            }
            Growing::Year => {
                let Some(design) = self.document.lab.design(&self.desk.map.request.table) else {
                    return self.grow(Growing::Open(true));
                };
                self.desk.wide = Some(Wide::Growth);
                self.document.playing = false;
                let effects = self.calculate(Draft::year(&design), false);
                [Effect::Focus("pane-growth")].into_iter().chain(effects).collect()
            }
            Growing::Open(false) => {
                let is_from_design = calculator(&mut self.desk).is_some_and(|calculator| calculator.is_from_design);
                self.desk.wide = is_from_design.then_some(Wide::Design);
                vec![Effect::Focus(match (is_from_design, &self.document.lesson) {
                    (true, _) => "to-growth",
                    (false, Some(_)) => "story-growth",
                    (false, None) => Tab::Map.id(),
                })]
            }
            Growing::Change(change) => {
                let Some(calculator) = calculator(&mut self.desk) else { return Vec::new() };
                calculator.draft.change(&change);
                calculator.begin(Grain::Coarse)
            }
            Growing::GoOn => calculator(&mut self.desk).map(Calculator::turn).unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::fresh;
    use super::*;
    use splitpoint_lab::growth::{Slider, grow};

    fn drive(state: &mut State, mut effects: Vec<Effect>) -> usize {
        let mut turns = 0;
        while let Some(Effect::Later(0 | DRAWN, action)) = effects.pop() {
            effects = state.apply(action);
            turns += 1;
        }
        turns
    }

    #[test]
    fn it_is_computed_in_turns_first_roughly_then_precisely() {
        let mut state = fresh();
        let effects = state.apply(Action::Growth(Growing::Open(true)));
        assert!(Calculator::on(&state.desk).is_some_and(|calculator| calculator.view.sides.is_empty()));
        let turns = drive(&mut state, effects);
        let calculator = Calculator::on(&state.desk).expect("it is open");
        assert!(turns > 60 && !calculator.is_rough, "{turns} turns");
        let reports: Vec<Report> = calculator.draft.plans(Grain::Fine).iter().map(grow).collect();
        assert_eq!(*calculator.view, growth(&calculator.draft, &reports), "as in one go");
    }

    #[test]
    fn a_change_begins_anew_and_leaves_what_was_there_until_then() {
        let mut state = fresh();
        let effects = state.apply(Action::Growth(Growing::Open(true)));
        drive(&mut state, effects);
        let before = Calculator::on(&state.desk).map(|calculator| calculator.view.sides.clone());
        let change = |stop| Action::Growth(Growing::Change(Change::Slide(Slider::Servers, stop)));
        state.apply(change(0));
        let effects = state.apply(change(1));
        let calculator = Calculator::on(&state.desk).expect("it is open");
        assert_eq!((Some(calculator.view.sides.clone()), calculator.is_rough), (before.clone(), true));
        assert_eq!(calculator.view.sliders[3].value, "2 servers");
        drive(&mut state, effects);
        assert_ne!(Calculator::on(&state.desk).map(|calculator| calculator.view.sides.clone()), before);
    }

    #[test]
    fn a_year_of_the_table_that_is_looked_at_is_what_a_lesson_says_of_it() {
        let mut state = fresh();
        let mut draft = splitpoint_lab::design::Draft::new(&[]);
        draft.edit(splitpoint_lab::design::Edit::Preset(1));
        state.document.lab.make(&draft).expect("it can be made");
        state.choose_table("designed".into());
        let effects = state.apply(Action::Growth(Growing::Year));
        drive(&mut state, effects);
        let design = state.document.lab.design("designed").expect("it has fields");
        let calculator = Calculator::on(&state.desk).expect("it is open");
        assert_eq!(calculator.draft, Draft::year(&design));
        let report = splitpoint_lab::growth::year(&design).expect("the code is there");
        assert_eq!(*calculator.view, growth(&calculator.draft, &[report]), "nothing stands beside it");
    }

    #[test]
    fn it_goes_back_to_where_it_was_opened() {
        use super::super::design::Designing;
        let mut state = fresh();
        state.apply(Action::Growth(Growing::Open(true)));
        state.apply(Action::Growth(Growing::Open(false)));
        assert_eq!(state.desk.wide, None);
        state.apply(Action::Design(Designing::Open(true)));
        state.apply(Action::Growth(Growing::Open(true)));
        assert_eq!(state.desk.wide, Some(Wide::Growth));
        let effects = state.apply(Action::Growth(Growing::Open(false)));
        assert_eq!((state.desk.wide, effects), (Some(Wide::Design), vec![Effect::Focus("to-growth")]));
    }
}
