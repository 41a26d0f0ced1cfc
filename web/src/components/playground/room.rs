//! The layout of the page: the panes that have room, wide views in their place, excerpts, and dialogs.

use super::host::COLUMNS;
use super::{Message, Playground};
use crate::chunk::Dialogs;
use crate::components::answer::answer;
use crate::components::clients::clients;
use crate::components::cost::cost;
use crate::components::do_pane::do_pane;
use crate::components::dock::dock;
use crate::components::edge::{Edge, edge};
use crate::components::header::header;
use crate::components::hear::click;
use crate::components::key_space::KeySpace;
use crate::components::minutes::minutes;
use crate::components::name_pane::Named;
use crate::components::question::question;
use crate::components::sentence::sentence;
use crate::components::tabs::{inner_tabs, tabs};
use crate::components::text::button;
use crate::interop;
use crate::session::action::{Action, Breadth, Detail, Overlay, Page, Tab, Typing};
use crate::session::cluster::Clustering;
use crate::session::compare::Comparing;
use crate::session::console::AHEAD;
use crate::session::design::Designing;
use crate::session::growth::Growing;
use crate::session::heat::Looking;
use crate::session::lesson::{Front, Learning, Lesson};
use crate::session::options::{Controls, Layout, Reach};
use crate::session::orders::Asking;
use crate::session::{Side, State, Wide};
use splitpoint_lab::form::{MINUTES, Operation};
use splitpoint_lab::view::Sentence;
use yew::prelude::*;

impl Playground {
    /// All panes that have room, and the class of their arrangement.
    pub(super) fn whole(&self) -> (Classes, Html) {
        if let Some(staged) = self.on_stage() {
            return staged;
        }
        let Self { state, dispatch, .. } = self;
        let front = &state.desk.panes;
        let breadth = state.chrome.breadth;
        let phone = breadth == Breadth::Phone;
        let (class, panes, chosen): (_, &[Tab], _) = match breadth {
            Breadth::Wide => ("page--wide", &[Tab::Clients, Tab::Cost], front.inspector),
            Breadth::Medium => {
                let chosen = if matches!(front.tab, Tab::Map | Tab::Console) { Tab::Do } else { front.tab };
                ("page--medium", &[Tab::Do, Tab::Clients, Tab::Cost], chosen)
            }
            Breadth::Phone => ("page--phone", &[Tab::Map, Tab::Do, Tab::Clients, Tab::Cost, Tab::Console], front.tab),
        };
        let tabs = if breadth == Breadth::Wide && self.writes() && state.document.lesson.is_some() {
            html! { <p class="tabs page__tabs"><span class="tab">{ "As it is read" }</span></p> }
        } else {
            tabs(panes, chosen, state.document.lesson.is_some(), dispatch)
        };
        let narrow = breadth != Breadth::Wide;
        let (wide, back) = match (state.desk.wide, self.code.orders, self.code.heat) {
            (Some(Wide::Orders), Some(orders), _) => (
                Some(orders(&state.document, &state.desk, narrow, dispatch)),
                Some(Action::Orders(Asking::Open(false))),
            ),
            (Some(Wide::Design), ..) => (
                self.code.design.map(|design| design(&state.document, &state.desk, self.code.java, dispatch)),
                Some(Action::Design(Designing::Open(false))),
            ),
            (Some(Wide::Growth), ..) => (
                self.code.growth.map(|growth| growth(&state.desk, breadth == Breadth::Phone, dispatch)),
                Some(Action::Growth(Growing::Open(false))),
            ),
            (Some(Wide::Cluster), ..) => (
                self.code.cluster.map(|(cluster, _)| cluster(&state.desk, breadth == Breadth::Phone, dispatch)),
                Some(Action::Cluster(Clustering::Open(false))),
            ),
            (Some(Wide::Compare), ..) => (
                self.code.compare.map(|compare| compare(state, dispatch)),
                Some(Action::Compare(Comparing::Open(false))),
            ),
            (Some(Wide::Heat), _, Some(heat)) => {
                (Some(heat(&state.document, &state.desk, dispatch)), Some(Action::Heat(Looking::Open(false))))
            }
            _ => (None, None),
        };
        let is_wide = wide.is_some();
        // From there the way may also lead to the key designer.
        let words = if state.desk.wide == Some(Wide::Growth) { "Back" } else { "Back to the table" };
        // Who follows a story reads what to do while looking at what it leads to. Operations that are sent while the
        // comparison is open are compared at once, so there and beside heat the form stays as well.
        let is_beside = is_wide
            && breadth == Breadth::Wide
            && match state.desk.wide {
                Some(Wide::Compare | Wide::Heat) => true,
                Some(Wide::Orders | Wide::Growth) => self.tells(),
                _ => false,
            };
        let main = match wide {
            Some(wide) => html! {
                <main class="page__main">
                    if phone {
                        { self.sentence() }
                    }
                    if is_beside {
                        { self.deeds() }
                        { self.edge(Side::Left) }
                    }
                    { wide }
                </main>
            },
            None => self.panes(chosen, &tabs),
        };
        let html = html! {
            <>
                { header(&state.document, &state.chrome, back.map(|back| (words, back)), dispatch) }
                if !phone {
                    <div class="page__bottom" role="region" aria-label="This step">
                        { self.sentence() }
                        { self.dock() }
                    </div>
                }
                { main }
                if phone {
                    <div class="page__bottom" role="region" aria-label="Transport">{ self.dock() }</div>
                }
            </>
        };
        let is_told = !is_wide && self.is_told(chosen);
        let class = classes!(
            class,
            is_wide.then_some("page--orders"),
            is_beside.then_some("page--beside"),
            is_told.then_some("page--told")
        );
        (class, html)
    }

    /// The widths of the panes beside the picture, if the reader has changed them, as CSS variables.
    pub(super) fn widths(&self) -> Option<String> {
        let [left, right] = self.state.desk.panes.widths;
        let width = |name: &str, width: Option<u16>| width.map(|width| format!("--{name}:{width}px;"));
        // If the reader has set the width of a pane, the picture may be narrower than usual.
        let widths = [width("left", left), width("right", right)].into_iter().flatten().collect::<String>();
        (!widths.is_empty()).then(|| widths + "--least:320px")
    }

    /// The view for an audience; `None` if it is not shown.
    fn on_stage(&self) -> Option<(Classes, Html)> {
        let state = &self.state;
        let (present, stage) = state.chrome.present.as_ref().zip(self.code.stage)?;
        let (coming, can_next) = self.coming();
        let sums_up = state.is_summary_next() && !present.sums_up;
        let coming = if sums_up { Some("in short") } else { Some(coming.as_str()).filter(|_| can_next) };
        let heat = self.code.heat.filter(|_| state.desk.wide == Some(Wide::Heat));
        let picture = heat.map_or_else(|| self.key_space(), |heat| heat(&state.document, &state.desk, &self.dispatch));
        let pane = (stage.pane)(state, present, picture, coming, &self.dispatch);
        Some((classes!("page--present"), pane))
    }

    /// The printed form of a lesson.
    pub(super) fn paper(&self) -> Html {
        match (&self.state.chrome.paper, self.code.paper) {
            (Some((title, sheets)), Some(paper)) => paper(title, sheets),
            _ => Html::default(),
        }
    }

    /// The lesson, in a pane of its own.
    fn story(&self) -> Option<Html> {
        let (lesson, story) = self.state.document.lesson.as_ref().zip(self.code.story)?;
        let types = self.state.chrome.options.layout == Layout::Full;
        Some(story(lesson, &self.state.desk, types, &self.dispatch))
    }

    /// Whether the left pane tells a story: a lesson, or a first minute.
    fn tells(&self) -> bool {
        let State { desk, document, .. } = &self.state;
        document.lesson.is_some() || desk.form.story(&document.start).is_some()
    }

    /// Whether a lesson is being written, and its text is shown.
    fn writes(&self) -> bool {
        let document = &self.state.document;
        document.draft.is_some() && document.lesson.as_ref().is_none_or(|lesson| lesson.front == Front::Source)
    }

    /// The content of the left pane: the forms; with a lesson, that or the forms; while one is being written, its text.
    fn left(&self) -> Html {
        let Self { state, dispatch, .. } = self;
        let beside = || self.code.salt.map(|salt| salt(&state.desk, dispatch)).unwrap_or_default();
        let below = || {
            let margin = self.code.margin.map(|margin| (margin.pane)(&state.document, &state.desk, dispatch));
            // The first minute about the last row ends in that view.
            let told = state.desk.form.story(&state.document.start);
            let compares = told.is_some_and(|minute| minute.operation == Operation::LastRow);
            html! {
                <>
                    if compares {
                        <div class="verbs">{ button("button", "Compare operations", click(dispatch, Action::Compare(Comparing::Open(true)))) }</div>
                    }
                    { margin.unwrap_or_default() }
                </>
            }
        };
        let forms = || {
            do_pane(
                &state.document,
                (&state.desk, self.leads()),
                state.columns(),
                (beside(), below(), self.code.java),
                dispatch,
            )
        };
        let source = state.document.draft.as_ref().zip(self.code.source);
        let source = source.map(|(draft, pane)| move || pane(draft, dispatch));
        let Some(lesson) = &state.document.lesson else { return source.map_or_else(forms, |source| source()) };
        let tab = |name, front| (name, lesson.front == front, Action::Lesson(Learning::Front(front)));
        let text = source.is_some().then(|| tab("Text", Front::Source));
        let tabs = text.into_iter().chain([tab("Story", Front::Story), tab("Forms", Front::Forms)]);
        html! {
            <>
                { inner_tabs("Lesson", "", tabs, dispatch) }
                {
                    match (lesson.front, source) {
                        (Front::Source, Some(source)) => source(),
                        (Front::Forms, _) => forms(),
                        _ => self.story().unwrap_or_default(),
                    }
                }
            </>
        }
    }

    /// The left pane.
    fn deeds(&self) -> Html {
        html! {
            <section class="page__pane page__do" id="pane-do" tabindex="-1" aria-label="Do">
                { self.left() }
            </section>
        }
    }

    /// The edge between a side pane and the picture, if they are side by side.
    fn edge(&self, side: Side) -> Html {
        match (self.state.chrome.breadth, side) {
            (Breadth::Wide, _) | (Breadth::Medium, Side::Left) => {
                edge(Edge::Side(side), self.state.desk.panes.widths[side as usize], &self.dispatch)
            }
            _ => Html::default(),
        }
    }

    /// Whether a phone shows the story of a lesson, with the picture above it, so that each step is seen. Every other pane has a
    /// phone to itself.
    fn is_told(&self, chosen: Tab) -> bool {
        let lesson = self.state.document.lesson.as_ref();
        self.is_narrow() && chosen == Tab::Do && lesson.is_some_and(|lesson| lesson.front == Front::Story)
    }

    /// The panes of the whole page. Of those that share a place, `chosen` is shown.
    fn panes(&self, chosen: Tab, tabs: &Html) -> Html {
        let state = &self.state;
        let breadth = state.chrome.breadth;
        let phone = breadth == Breadth::Phone;
        html! {
            <main class="page__main">
                if phone {
                    { self.sentence() }
                    { tabs.clone() }
                }
                if self.is_told(chosen) {
                    { self.key_space() }
                }
                if breadth == Breadth::Wide || chosen == Tab::Do {
                    { self.deeds() }
                }
                { self.edge(Side::Left) }
                if !phone || chosen == Tab::Map {
                    { self.key_space() }
                }
                if !phone || chosen == Tab::Console {
                    { self.console(phone) }
                }
                { self.edge(Side::Right) }
                if !phone {
                    { tabs.clone() }
                }
                if matches!(chosen, Tab::Clients | Tab::Cost) {
                    { self.inspector(chosen) }
                }
            </main>
        }
    }

    /// The sentence, the picture and the timeline, in some layouts with the clients or a lesson, for a frame in another
    /// document.
    pub(super) fn excerpt(&self) -> Html {
        let Self { state, dispatch, code, .. } = self;
        let layout = state.chrome.options.layout;
        let story = self.story().filter(|_| layout == Layout::Story);
        let instead = match layout {
            Layout::Heat => code.heat.map(|heat| heat(&state.document, &state.desk, dispatch)),
            Layout::Bytes => code.bytes.map(|bytes| bytes(&state.document, &state.desk, dispatch)),
            _ => None,
        };
        html! {
            <>
                <main class="page__main">
                    { self.sentence() }
                    if let Some(story) = story {
                        <section class="page__pane page__inspector" id="pane-do" tabindex="-1" aria-label="Story">{ story }</section>
                    }
                    { instead.unwrap_or_else(|| self.key_space()) }
                    if layout == Layout::Race {
                        { self.inspector(Tab::Clients) }
                    }
                </main>
                <div class="page__bottom" role="region" aria-label="Transport">
                    if self.has_time() {
                        { self.dock() }
                    }
                    <p class="page__origin">
                        <span class="soft">{ self.title() }</span>
                        <span class="page__ways">
                            <button type="button" class="button button--quiet button--small" onclick={click(&self.dispatch, Action::Page(Page::Whole))}>{ "Open full view ↗" }</button>
                            <button type="button" class="button button--quiet button--small" title="Help and keys" aria-label="Help and keys" onclick={click(&self.dispatch, Action::Page(Page::Overlay(Some(Overlay::Help))))}>{ "?" }</button>
                        </span>
                    </p>
                </div>
            </>
        }
    }

    /// The title of the lesson, or of what the session starts from. Who starts from nothing sees the table that they made.
    fn title(&self) -> &str {
        let (document, table) = (&self.state.document, &self.state.desk.map.request.table);
        match &document.lesson {
            Some(lesson) => &lesson.title,
            None if document.start.tables.is_empty() && !table.is_empty() => table,
            None => &document.start.title,
        }
    }

    /// What stands in the place of the sentence at the beginning of a stop of a lesson. What was done before the stop, or prepares
    /// it, is not what the stop is about: of that, nothing has happened yet.
    fn heading(&self) -> Option<&str> {
        self.state.document.lesson.as_ref().and_then(Lesson::begins)
    }

    fn sentence(&self) -> Html {
        let state = &self.state;
        let about = match state.desk.wide {
            Some(Wide::Design) => "A key is being designed. Nothing changes until you make the table.",
            Some(Wide::Cluster) => {
                "A real cluster is looked at. Nothing but a script of yours is written there, and the table here stays as it is."
            }
            Some(Wide::Growth) => "What a key does in months is computed here. The table stays as it is.",
            _ => "",
        };
        if !about.is_empty() {
            return sentence(&Sentence::default(), about);
        }
        if let Some(heading) = self.heading() {
            return sentence(&Sentence::default(), heading);
        }
        let before = match state.chrome.options.layout {
            // The form is in another tab.
            Layout::Full if state.chrome.breadth == Breadth::Phone => match self.first_minute() {
                Some(_) => "Nothing has happened yet. Press Start, or fill in the form under Do.",
                None => "Nothing has happened yet. Under Do, fill in the form and press Send.",
            },
            Layout::Full if state.desk.form.story(&state.document.start).is_some() => {
                "Nothing has happened yet. The form is filled in: press Send for the first step, or Run for all of it."
            }
            Layout::Full if self.first_minute().is_some() => {
                "Nothing has happened yet. Press Start, or choose what to do, fill in the form, and press Send."
            }
            Layout::Full => "Nothing has happened yet. Choose what to do, fill in the form, and press Send.",
            // An excerpt has no form.
            _ => state.document.start.about.as_str(),
        };
        sentence(&state.desk.map.view.sentence, before)
    }

    fn dock(&self) -> Html {
        let view = &self.state.desk.map.view;
        let reach = self.state.reach();
        let (coming, can_next) = self.coming();
        let spoken = self.heading().map_or_else(|| view.sentence.spoken(), ToOwned::to_owned);
        let playing = self.state.document.playing;
        let table = &self.state.desk.map.request.table;
        let first = self.first_minute().filter(|_| !can_next);
        let next = (Reach { can_next, ..reach }, first, &*coming, table.as_str());
        dock(&view.timeline, next, (&spoken, self.leads()), playing, self.state.chrome.breadth, &self.dispatch)
    }

    /// Whether the first button below the picture is the one to press: it goes on, or begins, and leaves out nothing that a
    /// lesson asks for.
    fn leads(&self) -> bool {
        let skips = self.state.document.lesson.as_ref().is_some_and(Lesson::skips);
        !skips && (self.coming().1 || self.first_minute().is_some())
    }

    /// The first minute that begins with this start, while these are offered and none is chosen.
    fn first_minute(&self) -> Option<usize> {
        let State { desk, document, chrome, .. } = &self.state;
        let is_offered = matches!(desk.map.detail, Some(Detail::Start { .. })) && chrome.options.layout == Layout::Full;
        let is_fresh = is_offered && desk.map.view.timeline.total == 0 && desk.form.story(&document.start).is_none();
        MINUTES.iter().position(|minute| is_fresh && minute.is_of(&document.start))
    }

    /// Whether an excerpt shows the controls of time. Where nothing was done and nothing can be, all of them would be disabled.
    fn has_time(&self) -> bool {
        let state = &self.state;
        match state.chrome.options.controls {
            Controls::None => false,
            Controls::Full => true,
            Controls::Steps => {
                let timeline = &state.desk.map.view.timeline;
                timeline.total > 0 || timeline.branches.len() > 1 || state.document.works() || self.coming().1
            }
        }
    }

    /// What *Next* would do, and whether it can. In a lesson it is the next step of that, described as the lesson does.
    fn coming(&self) -> (String, bool) {
        let timeline = &self.state.desk.map.view.timeline;
        match self.state.document.lesson.as_ref().and_then(Lesson::next) {
            Some(coming) => (coming, true),
            None => (timeline.next.clone(), self.state.reach().can_next),
        }
    }

    /// Whether there is room for one column only, and for few words.
    pub(super) fn is_narrow(&self) -> bool {
        self.state.chrome.breadth == Breadth::Phone
    }

    fn key_space(&self) -> Html {
        let state = &self.state;
        let map = &state.desk.map;
        let told = match (map.detail, self.code.detail) {
            (Some(Detail::Start { asked }), _) => Some(minutes(&state.document.start, asked, &self.dispatch)),
            (Some(detail), Some(pane)) => Some(pane(&state.document, map, detail, &self.dispatch)),
            _ => None,
        };
        html! {
            <KeySpace
                view={state.desk.map.view.clone()}
                start={state.document.start.clone()}
                axis={state.desk.map.axis.clone()}
                request={state.desk.map.request.clone()}
                widths={state.desk.map.widths}
                stores={state.desk.map.stores && state.chrome.present.is_none()}
                spot={state.desk.map.spot}
                detail={state.desk.map.detail}
                {told}
                reveal={state.desk.map.reveal}
                policies={self.code.margin.and_then(|margin| Some((margin.cuts, (margin.shown)(state)?)))}
                narrow={self.is_narrow()}
                room={self.picture}
                staged={state.chrome.present.is_some()}
                dispatch={self.dispatch.clone()}
            />
        }
    }

    fn inspector(&self, chosen: Tab) -> Html {
        let state = &self.state;
        // Beside the text of a lesson that is being written, the lesson itself is shown.
        let story = self.story().filter(|_| self.writes() && state.chrome.breadth == Breadth::Wide);
        html! {
            <section class="page__pane page__inspector" id={chosen.id()} tabindex="-1" role="tabpanel" aria-label={chosen.label(false)}>
                if let Some(story) = story {
                    { story }
                } else if chosen == Tab::Clients {
                    { clients(&state.document, &state.desk, self.code.must, &self.dispatch) }
                } else {
                    { cost(&state.desk.map.view.cost, state.desk.panes.explain, &self.dispatch) }
                }
                { answer(&state.document, &state.desk, self.code.printed, &self.dispatch) }
            </section>
        }
    }

    /// The console, or the line that opens it as long as it is closed.
    fn console(&self, whole: bool) -> Html {
        let state = &self.state;
        let open = click(&self.dispatch, Action::Console(Typing::Open(true)));
        html! {
            <section class="page__pane page__console" id="pane-console" tabindex="-1" aria-label="Console">
                if let Some(pane) = self.code.console.filter(|_| state.desk.console.open || whole) {
                    { pane(&state.document, &state.desk, whole, &self.dispatch) }
                } else if state.desk.console.open {
                    { self.console_ahead() }
                } else {
                    <button type="button" class="console__open" title="Opens the console (/)" aria-expanded="false" onclick={open}>
                        <span class="console__prompt" aria-hidden="true">{ "hbase>" }</span>
                        { "Type commands of the HBase shell" }
                        <kbd>{ "/" }</kbd>
                    </button>
                }
            </section>
        }
    }

    /// The field of the console while its code is loading. It takes what is typed; after Enter the text is to be run,
    /// and cannot be changed.
    fn console_ahead(&self) -> Html {
        let console = &self.state.desk.console;
        let (dispatch, is_script) = (self.dispatch.clone(), console.is_script);
        let oninput = {
            let dispatch = dispatch.clone();
            move |event: InputEvent| dispatch.emit(Action::Console(Typing::Text(interop::typed(&event))))
        };
        let onkeydown = move |event: KeyboardEvent| {
            if event.key() == "Enter" && !is_script {
                event.prevent_default();
                dispatch.emit(Action::Console(Typing::Run(COLUMNS)));
            }
        };
        let is_sent = self.waiting.iter().any(|action| matches!(action, Action::Console(Typing::Run(_))));
        html! {
            <div class="console__open">
                <span class="console__prompt" aria-hidden="true">{ "hbase>" }</span>
                <textarea id={AHEAD} rows="1" aria-label="Commands" autocapitalize="off" spellcheck="false" readonly={is_sent} value={console.text().to_owned()} {oninput} {onkeydown} />
            </div>
        }
    }

    pub(super) fn overlay(&self, ctx: &Context<Self>) -> Html {
        let state = &self.state;
        match state.chrome.overlay {
            None => Html::default(),
            Some(Overlay::Share) => match (self.code.dialogs, &state.chrome.share) {
                (Some(dialogs), Some(share)) => (dialogs.share)(share, self.title(), &self.dispatch),
                _ => Html::default(),
            },
            Some(Overlay::Help) => {
                let help = |over: Dialogs| (over.help)(state.chrome.letters, &self.dispatch);
                self.code.dialogs.map_or_else(Html::default, help)
            }
            Some(Overlay::Kept) => {
                let kept = |over: Dialogs| (over.kept)(&state.chrome.kept.list, &self.dispatch);
                self.code.dialogs.map_or_else(Html::default, kept)
            }
            Some(Overlay::Branch) => {
                let timeline = &state.desk.map.view.timeline;
                let shown = self.code.dialogs.zip(timeline.branches.get(timeline.branch));
                shown.map_or_else(Html::default, |(over, branch)| (over.name)(Named::Branch(branch), &self.dispatch))
            }
            Some(Overlay::Marker) => {
                let marker = Named::Marker(state.desk.map.view.timeline.marker().unwrap_or_default());
                let name = |over: Dialogs| (over.name)(marker, &self.dispatch);
                self.code.dialogs.map_or_else(Html::default, name)
            }
            Some(Overlay::Reset) => question(&state.document.start.title, self.keeps(), &self.dispatch),
            Some(Overlay::Import) => match self.code.import {
                Some(pane) => pane(&state.chrome.import, ctx.link().callback(Message::Pick), &self.dispatch),
                None => Html::default(),
            },
        }
    }
}
