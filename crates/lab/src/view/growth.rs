//! A growth as it is shown: what can be chosen, two keys with what they got over time, and their figures side by side.

use super::SHADES;
use crate::design::{Design, PRESETS};
use crate::growth::{BANDS, Draft, Like, POLICIES, Pattern, Report, Slider};
use crate::words::growth as told;

/// The settings of the calculator, with their lists, and the results for one key or two.
#[derive(Clone, Debug, PartialEq)]
pub struct GrowthView {
    /// Numbers.
    pub sliders: Vec<SliderView>,
    /// The keys to begin with, and which of them this is; past the last where it is another.
    pub presets: (Vec<&'static str>, usize),
    /// For each field that has a choice: its place, its name, what its values can be like, and which of it is chosen.
    pub fields: Vec<(usize, String, Vec<&'static str>, usize)>,
    /// Split policies, and the chosen one.
    pub policies: (Vec<&'static str>, usize),
    /// What the key can be compared with, and the chosen entry.
    pub others: (Vec<String>, usize),
    /// The results for the key, and for the one it is compared with.
    pub sides: Vec<GrowthSide>,
    /// Their numbers.
    pub figures: Vec<FigureView>,
    /// What was taken for granted.
    pub assumed: Vec<&'static str>,
    /// Why nothing is computed; empty where something is.
    pub wrong: String,
}

/// A number that is chosen from stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SliderView {
    /// Which setting it is.
    pub slider: Slider,
    /// What it is about.
    pub label: &'static str,
    /// The place of the stop that is chosen, from 0.
    pub at: usize,
    /// The place of the last stop.
    pub last: usize,
    /// The number with its unit.
    pub value: String,
}

/// What a key got over time.
#[derive(Clone, Debug, PartialEq)]
pub struct GrowthSide {
    /// Its fields: `user · reversed time · action`.
    pub key: String,
    /// What such a key does to a cluster, in a sentence.
    pub verdict: String,
    /// Whether the verdict is that writes go to few regions or servers.
    pub is_hot: bool,
    /// Stretches of time.
    pub columns: usize,
    /// Bands of the key space, which have equally many rows at the end; the smallest keys first.
    pub bands: usize,
    /// What got writes: its column, its band, and its shade from 1 to [`SHADES`].
    pub cells: Vec<(usize, usize, u8)>,
    /// Splits: when, as a part of the whole time, and where, as a part of all rows. None where there are more than
    /// [`Report::KEYS`], since those that are listed would look like all.
    pub splits: Vec<(f64, f64)>,
    /// Regions at the end of each column.
    pub regions: Vec<usize>,
    /// The last of them in words.
    pub count: String,
    /// How long it was.
    pub span: String,
}

/// A number of one key or of two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FigureView {
    /// What it is.
    pub name: &'static str,
    /// For each key the number with its unit, and how it is computed.
    pub values: Vec<(String, String)>,
    /// Which of the keys has the better one, where a lower number is better and they differ.
    pub best: Option<usize>,
}

/// From which share of the writes on a band has the second shade, and each darker one.
const STEPS: [f64; SHADES as usize - 1] = [0.04, 0.1, 0.3, 0.6];

/// Where the shades of a growth begin, in words.
pub const STEPS_TOLD: [&str; SHADES as usize] = ["any", "4 %", "10 %", "30 %", "60 %"];

impl GrowthSide {
    /// The picture and the verdict for one key.
    pub fn new(design: &Design, report: &Report) -> Self {
        let shade = |share: f64| 1 + STEPS.iter().filter(|step| share >= **step).count() as u8;
        let mut cells = Vec::new();
        for (column, stretch) in report.columns.iter().enumerate() {
            // Less than a thousandth is not seen.
            let met = stretch.heat.iter().enumerate().filter(|(_, share)| **share > 0.001);
            cells.extend(met.map(|(band, share)| (column, band, shade(*share))));
        }
        let has_all = report.regions - report.began <= Report::KEYS;
        let splits = report.splits.iter().filter(|_| has_all);
        Self {
            key: told::key(design),
            verdict: told::verdict(report),
            is_hot: matches!(report.pattern(), Pattern::Front | Pattern::Leaning),
            columns: report.columns.len(),
            bands: BANDS,
            cells,
            splits: splits.map(|split| (split.second / report.seconds, split.place)).collect(),
            regions: report.columns.iter().map(|column| column.regions).collect(),
            count: told::count(report.regions as f64),
            span: told::duration(report.seconds),
        }
    }
}

/// What stands in the calculator, with what was computed of it: one report for each of [`Draft::plans`].
pub fn growth(draft: &Draft, reports: &[Report]) -> GrowthView {
    let slider = |slider: Slider| SliderView {
        slider,
        label: told::slider(slider),
        at: draft.stop(slider),
        last: slider.stops().len() - 1,
        value: told::stop(slider, draft.number(slider)),
    };
    let field = |(at, like): (usize, &Option<Like>)| {
        let chosen = Like::ALL.iter().position(|one| Some(*one) == *like)?;
        Some((at, draft.design.fields[at].name.clone(), Like::ALL.map(told::like).into(), chosen))
    };
    let others = draft.others();
    let chosen = others.iter().position(|other| *other == draft.versus).unwrap_or(0);
    let preset = PRESETS.iter().position(|preset| preset.design() == draft.design);
    GrowthView {
        sliders: Slider::ALL.map(slider).into(),
        presets: (PRESETS.iter().map(|preset| preset.title).collect(), preset.unwrap_or(PRESETS.len())),
        fields: draft.likes.iter().enumerate().filter_map(field).collect(),
        policies: (POLICIES.into(), draft.policy),
        others: (others.iter().map(|other| told::versus(&draft.design, *other)).collect(), chosen),
        sides: draft.designs().iter().zip(reports).map(|(design, report)| GrowthSide::new(design, report)).collect(),
        figures: figures(reports),
        assumed: assumed(reports),
        wrong: draft.excess().map(told::excess).unwrap_or_default(),
    }
}

fn figures(reports: &[Report]) -> Vec<FigureView> {
    let all: Vec<Vec<told::Figure>> = reports.iter().map(told::figures).collect();
    let Some(first) = all.first() else { return Vec::new() };
    let row = |(at, figure): (usize, &told::Figure)| {
        let row: Vec<&told::Figure> = all.iter().map(|figures| &figures[at]).collect();
        let best = match row[..] {
            [one, other] if one.value != other.value => match (one.burden, other.burden) {
                (Some(one), Some(other)) if one < other => Some(0),
                (Some(one), Some(other)) if other < one => Some(1),
                _ => None,
            },
            _ => None,
        };
        let values = row.iter().map(|figure| (figure.value.clone(), figure.formula.clone())).collect();
        FigureView { name: figure.name, values, best }
    };
    first.iter().enumerate().map(row).collect()
}

/// What was taken for granted for any of them, each once.
pub fn assumed<'a>(reports: impl IntoIterator<Item = &'a Report>) -> Vec<&'static str> {
    let mut sentences = Vec::new();
    for assumption in reports.into_iter().flat_map(|report| &report.assumed) {
        let sentence = told::assumption(*assumption);
        if !sentences.contains(&sentence) {
            sentences.push(sentence);
        }
    }
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::growth::{Change, Grain, grow};

    fn view(draft: &Draft) -> GrowthView {
        growth(draft, &draft.plans(Grain::Coarse).iter().map(grow).collect::<Vec<_>>())
    }

    #[test]
    fn a_front_is_one_dark_line_and_a_spread_key_is_even() {
        let view = view(&Draft::new(&PRESETS[0].design()));
        let [spread, front] = &view.sides[..] else { panic!("two sides") };
        assert_eq!((spread.is_hot, front.is_hot), (false, true));
        assert!(spread.cells.iter().all(|(.., shade)| *shade == 1), "every band has its even share");
        assert!(spread.cells.len() > spread.columns * spread.bands * 9 / 10);
        assert!(front.cells.iter().any(|(.., shade)| *shade > 2));
        assert!(front.cells.len() < front.columns * 6, "a band has its time, and rests before and after");
        let best = |name: &str| view.figures.iter().find(|figure| figure.name == name).and_then(|figure| figure.best);
        assert_eq!((best("hottest region"), best("rows")), (Some(0), None));
        assert_eq!(front.regions.len(), front.columns);
        assert!(front.splits.iter().all(|(time, place)| (0.0..=1.0).contains(time) && (0.0..=1.0).contains(place)));
    }

    #[test]
    fn all_that_can_be_chosen_has_words() {
        let mut draft = Draft::new(&PRESETS[0].design());
        draft.change(&Change::Versus(0));
        let view = view(&draft);
        assert_eq!((view.sides.len(), view.figures[0].values.len()), (1, 1));
        assert_eq!(view.fields.iter().map(|field| field.1.as_str()).collect::<Vec<_>>(), ["user", "action"]);
        assert_eq!(view.others.0[1], "the same with time first");
        assert_eq!(
            view.sliders.iter().map(|slider| slider.value.as_str()).collect::<Vec<_>>(),
            ["10,000/s", "1 year", "100 bytes", "20 servers", "10 GB"]
        );
        assert!(view.wrong.is_empty() && !view.assumed.is_empty());
    }
}
