//! What stands in the calculator of growth: a key, what its rows are like, a cluster, and what is computed beside it.

use super::{DAY, Grain, Plan, Spread, Store, Stream};
use crate::design::{Design, Draw, Field, Kind, PRESETS};

/// Bytes of a gibibyte.
const GIBIBYTE: u64 = 1 << 30;

/// How many regions are computed, at most: more are not drawn, and would keep whoever waits.
pub const REGIONS: u64 = 20_000;

/// A setting of the calculator that is a number, chosen from fixed stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slider {
    /// Rows a second.
    Rate,
    /// Days for which rows are written.
    Span,
    /// Bytes of a value.
    Value,
    /// Region servers.
    Servers,
    /// Gibibytes above which a region is split: `MAX_FILESIZE`.
    Limit,
}

impl Slider {
    /// All, in the order in which they are shown.
    pub const ALL: [Self; 5] = [Self::Rate, Self::Span, Self::Value, Self::Servers, Self::Limit];

    /// The numbers that can be chosen, smallest first.
    pub fn stops(self) -> &'static [u32] {
        match self {
            Self::Rate => &[1, 10, 100, 1_000, 2_000, 5_000, 10_000, 20_000, 32_000, 50_000, 100_000],
            Self::Span => &[1, 7, 30, 91, 183, 365, 730, 1_095],
            Self::Value => &[10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000],
            Self::Servers => &[1, 2, 3, 5, 10, 20, 50, 100, 200],
            Self::Limit => &[1, 2, 5, 10, 20, 50, 100],
        }
    }

    fn place(self) -> usize {
        match self {
            Self::Rate => 0,
            Self::Span => 1,
            Self::Value => 2,
            Self::Servers => 3,
            Self::Limit => 4,
        }
    }
}

/// How the values of a field are distributed, as offered in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Like {
    /// One of a thousand, each as often as the others.
    Thousand,
    /// One of a million, each as often as the others.
    Million,
    /// One of a million, some much more often than others.
    Favourites,
    /// New values keep coming, one with every thousand rows.
    New,
    /// Any value there is room for.
    Any,
    /// One larger with each row.
    Up,
    /// One smaller with each row.
    Down,
}

impl Like {
    /// All, in the order of a list.
    pub const ALL: [Self; 7] =
        [Self::Thousand, Self::Million, Self::Favourites, Self::New, Self::Any, Self::Up, Self::Down];

    /// The distribution that it stands for.
    pub fn spread(self) -> Spread {
        match self {
            Self::Thousand => Spread::Even(1_000),
            Self::Million => Spread::Even(1_000_000),
            Self::Favourites => Spread::Zipf(1_000_000, 0.8),
            Self::New => Spread::New { first: 1_000, every: 1_000 },
            Self::Any => Spread::Any,
            Self::Up => Spread::Up,
            Self::Down => Spread::Down,
        }
    }

    /// What a field is like as long as nobody chooses. `None` for one that nothing can be chosen for: its values follow
    /// the clock, other fields or chance.
    fn of(field: &Field, at: usize) -> Option<Self> {
        matches!(field.kind, Kind::Text(_) | Kind::Decimal(_) | Kind::Integer { .. }).then_some(match field.draw {
            Draw::Up => Self::Up,
            Draw::Down => Self::Down,
            Draw::Any => Self::Any,
            Draw::Few if at == 0 => Self::Million,
            Draw::Few | Draw::Around => Self::Thousand,
        })
    }
}

/// What the key is compared with: the calculator computes both side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Versus {
    /// Nothing.
    Nothing,
    /// The same key with so many buckets of a salt in front.
    Salted(u8),
    /// The same fields, the one at this place in front.
    First(usize),
    /// One of [`PRESETS`].
    Preset(usize),
}

/// Split policies that can be chosen, by the names of HBase's classes; the first is the default.
pub const POLICIES: [&str; 4] = [
    "SteppingSplitPolicy",
    "IncreasingToUpperBoundRegionSplitPolicy",
    "ConstantSizeRegionSplitPolicy",
    "DisabledRegionSplitPolicy",
];

/// A change of what stands in the calculator. Choices are meant by their places in their lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Another stop of a slider.
    Slide(Slider, usize),
    /// What the values of a field are like, of [`Like::ALL`].
    Like(usize, usize),
    /// Another split policy, of [`POLICIES`].
    Policy(usize),
    /// What is computed beside it, of [`Draft::others`].
    Versus(usize),
    /// Begins with another key, one of [`PRESETS`].
    Preset(usize),
    /// The two keys trade places. Nothing happens where there is only one.
    Swap,
}

/// All settings of the calculator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The key.
    pub design: Design,
    /// What each of its fields is like; `None` where that cannot be chosen.
    pub likes: Vec<Option<Like>>,
    /// The place of the split policy in [`POLICIES`].
    pub policy: usize,
    /// What it is compared with.
    pub versus: Versus,
    stops: [usize; 5],
}

impl Draft {
    /// A year of a key, beside another order of its fields where there is one, else beside the key salted.
    pub fn new(design: &Design) -> Self {
        let mut draft = Self {
            design: design.clone(),
            likes: Vec::new(),
            policy: 0,
            versus: Versus::Nothing,
            // 10,000 rows a second for a year, of values with 100 bytes, on 20 servers, split above 10 GiB.
            stops: [6, 5, 3, 5, 3],
        };
        draft.begin(design.clone());
        draft
    }

    fn begin(&mut self, design: Design) {
        self.likes = design.fields.iter().enumerate().map(|(at, field)| Like::of(field, at)).collect();
        self.design = design;
        self.versus = match self.others().get(1) {
            Some(Versus::First(at)) => Versus::First(*at),
            _ => Versus::Salted(16),
        };
    }

    /// The place of the stop that is chosen.
    pub fn stop(&self, slider: Slider) -> usize {
        self.stops[slider.place()]
    }

    /// The number that is chosen.
    pub fn number(&self, slider: Slider) -> u32 {
        slider.stops()[self.stop(slider)]
    }

    /// All that the key can be compared with, in the order of the list.
    pub fn others(&self) -> Vec<Versus> {
        let fields = &self.design.fields;
        let is_salted = matches!(fields.first().map(|field| &field.kind), Some(Kind::Salt { .. }));
        let mut others = vec![Versus::Nothing];
        others.extend((1..fields.len()).filter(|at| !is_salted && fields[*at].is_given()).map(Versus::First));
        others.extend([4, 16, 64].map(Versus::Salted));
        others.extend((0..PRESETS.len()).filter(|at| !PRESETS[*at].is_mistake).map(Versus::Preset));
        others
    }

    /// Makes a change. One that names a field or an entry that does not exist changes nothing.
    pub fn change(&mut self, change: &Change) {
        match *change {
            Change::Slide(slider, stop) => self.stops[slider.place()] = stop.min(slider.stops().len() - 1),
            Change::Like(at, like) => {
                if let (Some(Some(now)), Some(like)) = (self.likes.get_mut(at), Like::ALL.get(like)) {
                    *now = *like;
                }
            }
            Change::Policy(policy) => self.policy = policy.min(POLICIES.len() - 1),
            Change::Versus(at) => self.versus = self.others().get(at).copied().unwrap_or(self.versus),
            Change::Preset(preset) => {
                if let Some(preset) = PRESETS.get(preset) {
                    self.begin(preset.design());
                }
            }
            Change::Swap => {
                if let Some(other) = self.designs().into_iter().nth(1) {
                    let likes = self.likes_of(&other);
                    let before = self.design.clone();
                    (self.design, self.likes) = (other, likes);
                    self.versus = self.back_to(&before);
                }
            }
        }
    }

    /// The entry of the list under which the key would be compared with this design; [`Versus::Nothing`] if there is
    /// none.
    fn back_to(&self, design: &Design) -> Versus {
        let is_back = |versus: &Versus| Self { versus: *versus, ..self.clone() }.designs().get(1) == Some(design);
        self.others().into_iter().find(is_back).unwrap_or(Versus::Nothing)
    }

    /// The key, and then the one it is compared with, if there is one.
    pub fn designs(&self) -> Vec<Design> {
        self.plans(Grain::Coarse).into_iter().map(|plan| plan.design).collect()
    }

    /// What the fields of another key are like: as here, where they are the same.
    fn likes_of(&self, design: &Design) -> Vec<Option<Like>> {
        let like = |(at, field): (usize, &Field)| match self.design.place(field.id) {
            Some(place) if self.design.fields[place].name == field.name => self.likes[place],
            _ => Like::of(field, at),
        };
        design.fields.iter().enumerate().map(like).collect()
    }

    fn plan(&self, design: &Design, likes: &[Option<Like>], grain: Grain) -> Plan {
        let mut stream = Stream::usual(design, self.number(Slider::Rate).into());
        for (spread, like) in stream.fields.iter_mut().zip(likes) {
            *spread = like.map_or(*spread, Like::spread);
        }
        let limit = u64::from(self.number(Slider::Limit)) * GIBIBYTE;
        let settings = [("MAX_FILESIZE", limit.to_string()), ("SPLIT_POLICY", POLICIES[self.policy].to_owned())];
        let value = self.number(Slider::Value).into();
        Plan {
            stream,
            seconds: f64::from(self.number(Slider::Span)) * DAY,
            stores: vec![Store { name: "d".into(), columns: 1, qualifier: 4.0, value }],
            settings: settings.map(|(name, value)| (name.to_owned(), value)).into(),
            servers: self.number(Slider::Servers),
            grain,
            ..Plan::new(design)
        }
    }

    /// What is to be computed: the key, and the one beside it.
    pub fn plans(&self, grain: Grain) -> Vec<Plan> {
        let plan = self.plan(&self.design, &self.likes, grain);
        let other = match self.versus {
            Versus::Nothing => None,
            Versus::Salted(buckets) => Some(plan.salted(buckets)),
            Versus::First(at) => {
                let mut design = self.design.clone();
                let first = design.fields.remove(at.min(design.fields.len() - 1));
                design.fields.insert(0, first);
                Some(self.plan(&design, &self.likes_of(&design), grain))
            }
            Versus::Preset(at) => {
                let design = PRESETS[at.min(PRESETS.len() - 1)].design();
                let likes: Vec<_> = design.fields.iter().enumerate().map(|(at, field)| Like::of(field, at)).collect();
                Some(self.plan(&design, &likes, grain))
            }
        };
        std::iter::once(plan).chain(other).collect()
    }

    /// About how many regions that will be, where it is more than [`REGIONS`].
    pub fn excess(&self) -> Option<u64> {
        if POLICIES[self.policy].starts_with("Disabled") {
            return None;
        }
        let number = |slider| u64::from(self.number(slider));
        // A row has some bytes besides its value: its key twice as long as usual, family, qualifier, time and lengths.
        let bytes = number(Slider::Rate) * number(Slider::Span) * 86_400 * (number(Slider::Value) + 60);
        let regions = bytes / (number(Slider::Limit) * GIBIBYTE) * 3 / 2;
        (regions > REGIONS).then_some(regions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::growth::grow;
    use proptest::prelude::*;

    fn names(design: &Design) -> Vec<&str> {
        design.fields.iter().map(|field| field.name.as_str()).collect()
    }

    #[test]
    fn the_first_key_stands_beside_its_worst_order() {
        let draft = Draft::new(&PRESETS[0].design());
        let [kept, moved] = &draft.designs()[..] else { panic!("two designs") };
        assert_eq!(names(kept), ["user", "time", "action"]);
        assert_eq!(names(moved), ["time", "user", "action"]);
        let [spread, front] = &draft.plans(Grain::Coarse).iter().map(grow).collect::<Vec<_>>()[..] else { panic!() };
        assert!(front.hottest > 0.99 && spread.hottest < 0.01, "{} and {}", front.hottest, spread.hottest);
    }

    #[test]
    fn what_fields_are_like_goes_with_them() {
        let mut draft = Draft::new(&PRESETS[0].design());
        draft.change(&Change::Like(0, 2));
        let plans = draft.plans(Grain::Coarse);
        assert_eq!(plans[0].stream.fields[0], Like::Favourites.spread());
        assert_eq!(plans[1].stream.fields[1], Like::Favourites.spread(), "the user is second there");
        draft.change(&Change::Like(1, 2));
        assert_eq!(draft.likes[1], None, "a time follows the clock");
    }

    #[test]
    fn two_keys_trade_places_and_back() {
        let mut draft = Draft::new(&PRESETS[0].design());
        let before = draft.clone();
        draft.change(&Change::Swap);
        assert_eq!(names(&draft.design), ["time", "user", "action"]);
        assert_eq!(names(&draft.designs()[1]), ["user", "time", "action"]);
        draft.change(&Change::Swap);
        assert_eq!(draft, before);
    }

    #[test]
    fn more_regions_than_are_computed_are_told() {
        let mut draft = Draft::new(&PRESETS[0].design());
        assert_eq!(draft.excess(), None);
        draft.change(&Change::Slide(Slider::Rate, usize::MAX));
        draft.change(&Change::Slide(Slider::Value, usize::MAX));
        assert!(draft.excess().is_some_and(|regions| regions > 1_000_000));
        draft.change(&Change::Policy(3));
        assert_eq!(draft.excess(), None, "one region is never too many");
    }

    fn changes() -> impl Strategy<Value = Change> {
        prop_oneof![
            (0..5_usize, any::<usize>()).prop_map(|(slider, stop)| Change::Slide(Slider::ALL[slider], stop)),
            (0..9_usize, 0..9_usize).prop_map(|(at, like)| Change::Like(at, like)),
            (0..9_usize).prop_map(Change::Policy),
            (0..20_usize).prop_map(Change::Versus),
            (0..12_usize).prop_map(Change::Preset),
            Just(Change::Swap),
        ]
    }

    proptest! {
        #[test]
        fn any_changes_leave_plans_that_can_be_computed(changes in prop::collection::vec(changes(), 0..20)) {
            let mut draft = Draft::new(&PRESETS[0].design());
            for change in &changes {
                draft.change(change);
            }
            for plan in draft.plans(Grain::Coarse) {
                prop_assert_eq!(plan.design.fields.len(), plan.stream.fields.len());
                prop_assert!(plan.rows() >= 1.0 && plan.rows() <= 1e15);
            }
        }
    }
}
