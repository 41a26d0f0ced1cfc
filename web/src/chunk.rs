//! Chunks: parts of the program that many visits never run, each a file of its own that is loaded when it is first
//! needed.
//!
//! A chunk is a table of functions that no other code names. The tool that splits the WebAssembly module of a release
//! follows from these tables which code needs which, and moves all that only chunks need. Other builds are not split.

use crate::clerk::{Serve, serve};
use crate::components::{
    BytesPane, CARING, Caring, ClusterPane, ComparePane, ConsolePane, DesignPane, DetailPane, GrowthPane, HOSTING,
    HeatPane, HelpPane, Hosting, ImportPane, JavaPane, KeptPane, MARGIN, Margin, MustPane, NamePane, OrdersPane,
    PaperPane, PrintedPane, RepeatButtons, STAGE, SharePane, SourcePane, Stage, StoryPane, bytes_pane, cluster_pane,
    compare_pane, console_pane, design_pane, detail_pane, growth_pane, heat_pane, help, import_pane, java_pane,
    kept_pane, must_pane, name_pane, orders_pane, paper_pane, printed_pane, repeat_buttons, share_pane, source_pane,
    story_pane,
};
use crate::gateway::{Post, post};
use crate::interop::{self, ARCHIVE, Archive, Clerk, Hire};
use crate::session::chunk::{Chunk, Chunks, FindStart};
use crate::session::{
    cluster, compare, console, design, exchange, growth, import, lesson, link, orders, repeat, restore, share,
};
use splitpoint_lab::design::{self as key, READING, Reading};
use splitpoint_lab::form::preview::Warn;
use splitpoint_lab::growth::{self as year, GROWING, Growing};
use splitpoint_lab::scenario::Reference;
use splitpoint_lab::session::Needs;
use splitpoint_lab::sim::language::{METHODS, Methods, bring_methods};
use splitpoint_lab::sim::program::filter::{self, MAKING, Making};

/// A chunk could not be loaded. It can be asked for again.
pub(crate) struct Missing;

#[cfg(feature = "split")]
impl From<wasm_split_helpers::SplitLoaderError> for Missing {
    fn from(_: wasm_split_helpers::SplitLoaderError) -> Self {
        Self
    }
}

/// The style sheets of what a chunk shows. They come with it, so that the first load has only those that it needs
/// itself.
type Styles = &'static [&'static str];

/// The import of a person's own file: its logic, its pane, and the code that reads files and keeps them in the browser.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(import, fallible))]
fn import_chunk() -> Result<(&'static import::Logic, ImportPane, &'static Archive, Styles), Missing> {
    Ok((
        &import::LOGIC,
        import_pane,
        &ARCHIVE,
        &[
            include_str!("../styles/anatomy.css"),
            include_str!("../styles/design.css"),
            include_str!("../styles/import.css"),
        ],
    ))
}

/// The code that restores a session from the text under which it was kept.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(restore, fallible))]
fn restore_chunk() -> Result<&'static restore::Logic, Missing> {
    Ok(&restore::LOGIC)
}

/// The code that reads links that hold a session, and the code that restores that session.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(link, fallible))]
fn link_chunk() -> Result<(&'static link::Logic, &'static restore::Logic), Missing> {
    Ok((&link::LOGIC, &restore::LOGIC))
}

/// The starts of all examples but the first.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(scenario, fallible))]
fn scenario_chunk() -> Result<FindStart, Missing> {
    Ok(splitpoint_lab::scenario::start)
}

/// The functions that draw the dialogs over the page.
#[derive(Clone, Copy)]
pub(crate) struct Dialogs {
    /// What can be shared: links and files.
    pub(crate) share: SharePane,
    /// The help.
    pub(crate) help: HelpPane,
    /// The list of what the browser keeps for this page.
    pub(crate) kept: KeptPane,
    /// The question for the name of a branch or a marker.
    pub(crate) name: NamePane,
}

/// The logic of sharing, and the dialogs: sharing, help, what is kept, and the names of branches and markers.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(dialog, fallible))]
fn dialog_chunk() -> Result<(&'static share::Logic, Dialogs, Styles), Missing> {
    let dialogs = Dialogs { share: share_pane, help, kept: kept_pane, name: name_pane };
    Ok((&share::LOGIC, dialogs, &[include_str!("../styles/share.css")]))
}

/// The console: its language and its pane.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(console, fallible))]
fn console_chunk() -> Result<(&'static console::Logic, ConsolePane, Styles), Missing> {
    Ok((&console::LOGIC, console_pane, &[include_str!("../styles/terminal.css")]))
}

/// The methods of values in the console's language, which lines need that do more than name commands.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(method, fallible))]
fn method_chunk() -> Result<&'static Methods, Missing> {
    Ok(&METHODS)
}

/// The exchange between the console and a real HBase: commands that go there, and answers that come back.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(exchange, fallible))]
fn exchange_chunk() -> Result<exchange::Apply, Missing> {
    Ok(exchange::APPLY)
}

/// HBase's filters and their language.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(filter, fallible))]
fn filter_chunk() -> Result<Making, Missing> {
    Ok(MAKING)
}

/// The code that reads the fields of row keys, for tables that name such fields.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(key, fallible))]
fn key_chunk() -> Result<Reading, Missing> {
    Ok(READING)
}

/// The search of every order of what clients do, the rules that must hold in all of them, and the panes of both.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(orders, fallible))]
fn orders_chunk() -> Result<(&'static orders::Logic, OrdersPane, MustPane, Hire, Styles), Missing> {
    Ok((
        &orders::LOGIC,
        orders_pane,
        must_pane,
        Clerk::hire,
        &[include_str!("../styles/orders.css"), include_str!("../styles/must.css")],
    ))
}

/// The code with which a web worker searches every order.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(search, fallible))]
fn search_chunk() -> Result<Serve, Missing> {
    Ok(serve)
}

/// The pane that tells more about a cell and the bytes of its key, about a region, or about a file.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(detail, fallible))]
fn detail_chunk() -> Result<(DetailPane, Styles), Missing> {
    Ok((detail_pane, &[include_str!("../styles/anatomy.css")]))
}

/// The pane that shows rows with the bytes of their keys.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(bytes, fallible))]
fn bytes_chunk() -> Result<(BytesPane, Styles), Missing> {
    Ok((bytes_pane, &[include_str!("../styles/anatomy.css"), include_str!("../styles/bytes.css")]))
}

/// The views of a form as Java code, and of a result as the shell prints it.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(code, fallible))]
fn code_chunk() -> Result<(JavaPane, PrintedPane, Styles), Missing> {
    Ok((java_pane, printed_pane, &[include_str!("../styles/code.css")]))
}

/// The heat pane: how often keys were read and written over time.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(heat, fallible))]
fn heat_chunk() -> Result<(HeatPane, Styles), Missing> {
    Ok((heat_pane, &[include_str!("../styles/orders.css"), include_str!("../styles/heat.css")]))
}

/// Operations side by side: their logic, and the pane.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(compare, fallible))]
fn compare_chunk() -> Result<(&'static compare::Logic, ComparePane, Styles), Missing> {
    Ok((
        &compare::LOGIC,
        compare_pane,
        &[
            include_str!("../styles/orders.css"),
            include_str!("../styles/heat.css"),
            include_str!("../styles/compare.css"),
        ],
    ))
}

/// The designer of row keys with its pane, and the notes in the margin of forms.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(design, fallible))]
fn design_chunk() -> Result<(&'static design::Logic, DesignPane, &'static Margin, Styles), Missing> {
    Ok((
        &design::LOGIC,
        design_pane,
        &MARGIN,
        &[
            include_str!("../styles/orders.css"),
            include_str!("../styles/heat.css"),
            include_str!("../styles/anatomy.css"),
            include_str!("../styles/design.css"),
            include_str!("../styles/margin.css"),
        ],
    ))
}

/// The calculator of a row key in a table that grows for months, and its pane.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(growth, fallible))]
fn growth_chunk() -> Result<(&'static growth::Logic, GrowthPane, Growing, Styles), Missing> {
    Ok((
        &growth::LOGIC,
        growth_pane,
        GROWING,
        &[
            include_str!("../styles/orders.css"),
            include_str!("../styles/heat.css"),
            include_str!("../styles/design.css"),
            include_str!("../styles/wide.css"),
            include_str!("../styles/growth.css"),
        ],
    ))
}

/// The view of a real cluster: its logic, its pane, and the code that asks its gateway.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(cluster, fallible))]
fn cluster_chunk() -> Result<(&'static cluster::Logic, ClusterPane, Post, Styles), Missing> {
    Ok((
        &cluster::LOGIC,
        cluster_pane,
        post,
        &[
            include_str!("../styles/orders.css"),
            include_str!("../styles/heat.css"),
            include_str!("../styles/wide.css"),
            include_str!("../styles/cluster.css"),
        ],
    ))
}

/// The forms that find the first row and that repeat an operation, and the button for salt below the latter.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(repeat, fallible))]
fn repeat_chunk() -> Result<(&'static repeat::Logic, RepeatButtons), Missing> {
    Ok((&repeat::LOGIC, repeat_buttons))
}

/// Lessons: the logic that leads through them, and the views of a lesson, of its text, and of its printed form.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(lesson, fallible))]
fn lesson_chunk() -> Result<(&'static lesson::Logic, StoryPane, SourcePane, PaperPane, Styles), Missing> {
    Ok((
        &lesson::LOGIC,
        story_pane,
        source_pane,
        paper_pane,
        &[
            include_str!("../styles/orders.css"),
            include_str!("../styles/story.css"),
            include_str!("../styles/present.css"),
        ],
    ))
}

/// The view of the page for an audience.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(present, fallible))]
fn present_chunk() -> Result<(&'static Stage, Styles), Missing> {
    Ok((&STAGE, &[include_str!("../styles/orders.css"), include_str!("../styles/present.css")]))
}

/// Rarely needed parts of keeping, and the code that writes what lies open in the page as text and reads it again.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(care, fallible))]
fn care_chunk() -> Result<&'static Caring, Missing> {
    Ok(&CARING)
}

/// The check of what HBase would answer to a form. It is needed once a form is changed: as it opens, none is refused.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(warn, fallible))]
fn warn_chunk() -> Result<Warn, Missing> {
    Ok(splitpoint_lab::form::preview::warnings)
}

/// An empty chunk. As almost every chunk does, it brings the last part of the module itself; it is asked for where nothing
/// else is wanted.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(whole, fallible))]
fn whole_chunk() -> Result<(), Missing> {
    Ok(())
}

/// The messages between a page in a frame and the document around the frame.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(host, fallible))]
fn host_chunk() -> Result<&'static Hosting, Missing> {
    Ok(&HOSTING)
}

/// A chunk that was loaded, with its contents.
pub(crate) enum Brought {
    /// The import of a person's own file: its logic, its pane, and what reads and keeps files.
    Import(&'static import::Logic, ImportPane, &'static Archive),
    /// What restores a session from its text.
    Restore(&'static restore::Logic),
    /// A session from a link that holds one, and what restores it.
    Link(&'static link::Logic, &'static restore::Logic),
    /// The starts of the examples.
    Scenario(FindStart),
    /// What can be shared, and the dialogs that show this and more over the page.
    Dialog(&'static share::Logic, Dialogs),
    /// The console and its pane.
    Console(&'static console::Logic, ConsolePane),
    /// The methods of values in the console's language.
    Method(&'static Methods),
    /// The exchange between the console and a real HBase.
    Exchange(exchange::Apply),
    /// HBase's filters.
    Filter(Making),
    /// What reads the fields of keys.
    Key(Reading),
    /// The search of every order, its pane, the pane of what must hold, and the function that starts a worker for the
    /// search.
    Orders(&'static orders::Logic, OrdersPane, MustPane, Hire),
    /// What searches every order in a worker.
    Search(Serve),
    /// The pane that tells more about a cell, a region or a file.
    Detail(DetailPane),
    /// The views of a form as Java code, and of a result as the shell prints it.
    Code(JavaPane, PrintedPane),
    /// The heat pane.
    Heat(HeatPane),
    /// The pane of rows with the bytes of their keys.
    Bytes(BytesPane),
    /// Operations side by side, and their pane.
    Compare(&'static compare::Logic, ComparePane),
    /// The designer of row keys, its pane, and the notes in the margin of forms.
    Design(&'static design::Logic, DesignPane, &'static Margin),
    /// The calculator of a key over months, and its pane.
    Growth(&'static growth::Logic, GrowthPane),
    /// The view of a real cluster, its pane, and what asks its gateway.
    Cluster(&'static cluster::Logic, ClusterPane, Post),
    /// The form that repeats an operation, and the button below it.
    Repeat(&'static repeat::Logic, RepeatButtons),
    /// Lessons, and the views of one, of its text, and of its printed form.
    Lesson(&'static lesson::Logic, StoryPane, SourcePane, PaperPane),
    /// The view of the page for an audience.
    Present(&'static Stage),
    /// The messages to and from the document around a frame.
    Host(&'static Hosting),
    /// Rarely needed parts of keeping.
    Care(&'static Caring),
    /// The check of what HBase would answer to a form.
    Warn(Warn),
    /// The rest of the module.
    Whole,
}

/// The contents of all chunks that were loaded so far: what the session uses, and what needs a browser.
#[derive(Clone, Default)]
pub(crate) struct Code {
    /// Whether all of the module itself is there, not only what a first step needs.
    pub(crate) is_whole: bool,
    /// The parts that the session uses, which change its state.
    pub(crate) chunks: Chunks,
    /// The pane of an import.
    pub(crate) import: Option<ImportPane>,
    /// What reads and keeps files in the browser.
    pub(crate) archive: Option<&'static Archive>,
    /// The dialogs over the page.
    pub(crate) dialogs: Option<Dialogs>,
    /// The pane of the console.
    pub(crate) console: Option<ConsolePane>,
    /// The pane of the search of every order.
    pub(crate) orders: Option<OrdersPane>,
    /// The pane of the rules that must hold.
    pub(crate) must: Option<MustPane>,
    /// The function that starts a worker for the search.
    pub(crate) hire: Option<Hire>,
    /// The pane that tells more about a cell, a region or a file.
    pub(crate) detail: Option<DetailPane>,
    /// The view of a form as Java code.
    pub(crate) java: Option<JavaPane>,
    /// The view of a result as the shell prints it.
    pub(crate) printed: Option<PrintedPane>,
    /// The heat pane.
    pub(crate) heat: Option<HeatPane>,
    /// The pane of rows with the bytes of their keys.
    pub(crate) bytes: Option<BytesPane>,
    /// The pane of operations side by side.
    pub(crate) compare: Option<ComparePane>,
    /// The pane of the designer of row keys.
    pub(crate) design: Option<DesignPane>,
    /// The pane of the calculator of a key over months.
    pub(crate) growth: Option<GrowthPane>,
    /// The pane of a real cluster, and what asks its gateway.
    pub(crate) cluster: Option<(ClusterPane, Post)>,
    /// The buttons beside those of the form that repeats an operation.
    pub(crate) salt: Option<RepeatButtons>,
    /// The notes in the margin of a form.
    pub(crate) margin: Option<&'static Margin>,
    /// The view of a lesson.
    pub(crate) story: Option<StoryPane>,
    /// The view of the text of a lesson.
    pub(crate) source: Option<SourcePane>,
    /// The printed form of a lesson.
    pub(crate) paper: Option<PaperPane>,
    /// The view of the page for an audience.
    pub(crate) stage: Option<&'static Stage>,
    /// Rarely needed parts of keeping.
    pub(crate) care: Option<&'static Caring>,
    /// The messages to and from the document around a frame.
    pub(crate) host: Option<&'static Hosting>,
}

impl Code {
    /// Brings what is lacking yet for a session that starts from there. `None` where some of it cannot be loaded.
    pub(crate) async fn bring_all(&mut self, reference: &Reference, needs: Needs) -> Option<()> {
        while let Some(chunk) = self.chunks.lack(reference, needs) {
            self.take(bring(chunk).await.ok()?);
        }
        Some(())
    }

    /// Takes what was brought.
    pub(crate) fn take(&mut self, brought: Brought) {
        // `ALONE` in crates/xtask/src/loader.rs says the same.
        self.is_whole |= !matches!(brought, Brought::Scenario(_) | Brought::Host(_));
        match brought {
            Brought::Import(logic, pane, archive) => {
                self.chunks.import = Some(logic);
                self.import = Some(pane);
                self.archive = Some(archive);
            }
            Brought::Restore(logic) => self.chunks.restore = Some(logic),
            Brought::Link(logic, restore) => {
                self.chunks.link = Some(logic);
                self.chunks.restore = Some(restore);
            }
            Brought::Filter(making) => {
                filter::bring(making);
                self.chunks.filter = true;
            }
            Brought::Key(reading) => {
                key::bring(reading);
                self.chunks.key = true;
            }
            Brought::Scenario(start) => self.chunks.scenario = Some(start),
            Brought::Dialog(share, dialogs) => {
                self.chunks.share = Some(share);
                self.dialogs = Some(dialogs);
            }
            Brought::Console(logic, pane) => {
                self.chunks.console = Some(logic);
                self.console = Some(pane);
            }
            Brought::Method(methods) => {
                bring_methods(methods);
                self.chunks.method = true;
            }
            Brought::Exchange(apply) => self.chunks.exchange = Some(apply),
            Brought::Orders(logic, pane, must, hire) => {
                self.hire = Some(hire);
                self.chunks.orders = Some(logic);
                self.orders = Some(pane);
                self.must = Some(must);
            }
            // Only a worker brings the search, and it has no page to go on with.
            Brought::Whole | Brought::Search(_) => {}
            Brought::Detail(pane) => {
                self.chunks.detail = true;
                self.detail = Some(pane);
            }
            Brought::Growth(logic, pane) => {
                self.chunks.growth = Some(logic);
                self.growth = Some(pane);
            }
            Brought::Cluster(logic, pane, post) => {
                self.chunks.cluster = Some(logic);
                self.cluster = Some((pane, post));
            }
            Brought::Repeat(logic, button) => {
                self.chunks.repeat = Some(logic);
                self.salt = Some(button);
            }
            Brought::Lesson(logic, pane, source, paper) => {
                self.paper = Some(paper);
                self.chunks.lesson = Some(logic);
                self.story = Some(pane);
                self.source = Some(source);
            }
            Brought::Present(stage) => {
                self.chunks.present = true;
                self.stage = Some(stage);
            }
            Brought::Care(caring) => self.care = Some(caring),
            Brought::Warn(warn) => self.chunks.warn = Some(warn),
            Brought::Host(hosting) => self.host = Some(hosting),
            Brought::Compare(logic, pane) => {
                self.chunks.compare = Some(logic);
                self.compare = Some(pane);
            }
            Brought::Bytes(pane) => self.bytes = Some(pane),
            Brought::Code(java, printed) => {
                self.chunks.code = true;
                self.java = Some(java);
                self.printed = Some(printed);
            }
            Brought::Heat(pane) => {
                self.chunks.heat = true;
                self.heat = Some(pane);
            }
            Brought::Design(logic, pane, margin) => {
                self.chunks.design = Some(logic);
                self.design = Some(pane);
                self.margin = Some(margin);
            }
        }
    }
}

/// Calls for a chunk, and waits for it where the module is split.
macro_rules! wait {
    ($chunk:ident) => {{
        let chunk = $chunk();
        #[cfg(feature = "split")]
        let chunk = chunk.await;
        chunk?
    }};
}

/// Loads a chunk; one that is there comes at once.
///
/// # Errors
/// Where it cannot be loaded now. It may be asked for again.
pub(crate) async fn bring(chunk: Chunk) -> Result<Brought, Missing> {
    Ok(match chunk {
        Chunk::Import => {
            let (logic, pane, archive, styles) = wait!(import_chunk);
            interop::adopt(styles);
            Brought::Import(logic, pane, archive)
        }
        Chunk::Restore => Brought::Restore(wait!(restore_chunk)),
        Chunk::Link => {
            let (logic, restore) = wait!(link_chunk);
            Brought::Link(logic, restore)
        }
        Chunk::Dialog => {
            let (share, dialogs, styles) = wait!(dialog_chunk);
            interop::adopt(styles);
            Brought::Dialog(share, dialogs)
        }
        Chunk::Console => {
            let (logic, pane, styles) = wait!(console_chunk);
            interop::adopt(styles);
            Brought::Console(logic, pane)
        }
        Chunk::Method => Brought::Method(wait!(method_chunk)),
        Chunk::Exchange => Brought::Exchange(wait!(exchange_chunk)),
        Chunk::Filter => Brought::Filter(wait!(filter_chunk)),
        Chunk::Key => Brought::Key(wait!(key_chunk)),
        Chunk::Orders => {
            let (logic, pane, must, hire, styles) = wait!(orders_chunk);
            interop::adopt(styles);
            Brought::Orders(logic, pane, must, hire)
        }
        Chunk::Search => Brought::Search(wait!(search_chunk)),
        Chunk::Detail => {
            let (pane, styles) = wait!(detail_chunk);
            interop::adopt(styles);
            Brought::Detail(pane)
        }
        Chunk::Compare => {
            let (logic, pane, styles) = wait!(compare_chunk);
            interop::adopt(styles);
            Brought::Compare(logic, pane)
        }
        Chunk::Bytes => {
            let (pane, styles) = wait!(bytes_chunk);
            interop::adopt(styles);
            Brought::Bytes(pane)
        }
        Chunk::Code => {
            let (java, printed, styles) = wait!(code_chunk);
            interop::adopt(styles);
            Brought::Code(java, printed)
        }
        Chunk::Heat => {
            let (pane, styles) = wait!(heat_chunk);
            interop::adopt(styles);
            Brought::Heat(pane)
        }
        Chunk::Design => {
            let (logic, pane, margin, styles) = wait!(design_chunk);
            interop::adopt(styles);
            Brought::Design(logic, pane, margin)
        }
        Chunk::Growth => {
            let (logic, pane, growing, styles) = wait!(growth_chunk);
            year::bring(growing);
            interop::adopt(styles);
            Brought::Growth(logic, pane)
        }
        Chunk::Cluster => {
            let (logic, pane, post, styles) = wait!(cluster_chunk);
            interop::adopt(styles);
            Brought::Cluster(logic, pane, post)
        }
        Chunk::Repeat => {
            let (logic, button) = wait!(repeat_chunk);
            Brought::Repeat(logic, button)
        }
        Chunk::Care => Brought::Care(wait!(care_chunk)),
        Chunk::Warn => Brought::Warn(wait!(warn_chunk)),
        Chunk::Host => Brought::Host(wait!(host_chunk)),
        Chunk::Whole => {
            wait!(whole_chunk);
            Brought::Whole
        }
        Chunk::Present => {
            let (stage, styles) = wait!(present_chunk);
            interop::adopt(styles);
            Brought::Present(stage)
        }
        Chunk::Lesson => {
            let (logic, pane, source, paper, styles) = wait!(lesson_chunk);
            interop::adopt(styles);
            Brought::Lesson(logic, pane, source, paper)
        }
        Chunk::Scenario => Brought::Scenario(wait!(scenario_chunk)),
    })
}
