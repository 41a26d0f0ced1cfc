//! A year of a table's key. Its code is large, and who plays lessons in a page needs it only where one asks for it: so it is
//! brought, as the code that reads the fields of keys is.

use super::{Change, Draft, Grain, Plan, Report, Slider, Versus, grow};
use crate::design::Design;
use std::sync::OnceLock;

/// Computes what a plan comes to.
pub type Growing = fn(&Plan) -> Report;

/// The code that computes it.
pub const GROWING: Growing = grow;

/// What was brought. It is code, the same for every world, and no part of one.
static BROUGHT: OnceLock<Growing> = OnceLock::new();

/// What a program has that is not split.
const BUILT_IN: Option<Growing> = if cfg!(feature = "split") { None } else { Some(GROWING) };

/// Takes in the code that computes growth, which is [`GROWING`], where it was loaded later than the rest. Once is enough.
pub fn bring(growing: Growing) {
    let _ = BROUGHT.set(growing);
}

/// Whether the code that computes growth is there.
pub fn is_here() -> bool {
    BROUGHT.get().copied().or(BUILT_IN).is_some()
}

impl Draft {
    /// What a lesson means by a year of a key: 1,000 rows a second on 10 servers, and for the rest what a calculator begins
    /// with: values of 100 bytes, HBase's default policy, regions split above 10 GiB. It stands alone, as the key that it
    /// would be compared with may be the one that a lesson asks for.
    pub fn year(design: &Design) -> Self {
        let mut draft = Self::new(design);
        draft.versus = Versus::Nothing;
        for (slider, number) in [(Slider::Rate, 1_000), (Slider::Servers, 10)] {
            let stop = slider.stops().iter().position(|stop| *stop == number);
            draft.change(&Change::Slide(slider, stop.unwrap_or(0)));
        }
        draft
    }
}

/// What a year of a key comes to; `None` where the code that computes it is not there yet.
pub fn year(design: &Design) -> Option<Report> {
    let growing = BROUGHT.get().copied().or(BUILT_IN)?;
    Draft::year(design).plans(Grain::Fine).first().map(growing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_year_is_what_the_calculator_shows_for_it() {
        let design = Design::from_spec("time:time,user:int4").expect("fields");
        let plan = &Draft::year(&design).plans(Grain::Fine)[0];
        assert_eq!((plan.stream.rate, plan.servers, plan.rows()), (1_000.0, 10, 31_536_000_000.0));
        let report = year(&design).expect("the code is built in");
        assert_eq!(report, grow(plan));
        assert!(report.hottest > 0.99 && report.regions > 100, "{} of {}", report.hottest, report.regions);
    }
}
