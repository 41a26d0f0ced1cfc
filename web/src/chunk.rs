//! Chunks: code that many visits never run. Each is a file of its own, which is loaded when it is first wanted.
//!
//! A chunk is a table of functions that nothing else names. The tool that splits the module of a release follows from
//! there what needs what, and moves all that only chunks need. Other builds have everything at once.

use crate::clerk::{Serve, serve};
use crate::components::{
    BranchPane, BytesPane, CARING, Caring, ClusterPane, ComparePane, ConsolePane, DesignPane, DetailPane, GrowthPane,
    HOSTING, HeatPane, HelpPane, Hosting, ImportPane, JavaPane, KeptPane, MARGIN, Margin, MustPane, OrdersPane,
    PaperPane, PrintedPane, STAGE, SaltButton, SharePane, SourcePane, Stage, StoryPane, branch_pane, bytes_pane,
    cluster_pane, compare_pane, console_pane, design_pane, detail_pane, growth_pane, heat_pane, help, import_pane,
    java_pane, kept_pane, must_pane, orders_pane, paper_pane, printed_pane, salt_button, share_pane, source_pane,
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

/// A chunk cannot be loaded now. It may be asked for again.
pub(crate) struct Missing;

#[cfg(feature = "split")]
impl From<wasm_split_helpers::SplitLoaderError> for Missing {
    fn from(_: wasm_split_helpers::SplitLoaderError) -> Self {
        Self
    }
}

/// Styles of what a chunk shows. They come with it, so that a first load has only those of what it can show.
type Styles = &'static [&'static str];

/// What is done with a person's own file, how that is shown, and how it is read and kept.
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

/// How a session comes back from the text under which it was kept.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(restore, fallible))]
fn restore_chunk() -> Result<&'static restore::Logic, Missing> {
    Ok(&restore::LOGIC)
}

/// Links that hold a session, which comes back as one that was kept.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(link, fallible))]
fn link_chunk() -> Result<(&'static link::Logic, &'static restore::Logic), Missing> {
    Ok((&link::LOGIC, &restore::LOGIC))
}

/// What the examples after the first begin with.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(scenario, fallible))]
fn scenario_chunk() -> Result<FindStart, Missing> {
    Ok(splitpoint_lab::scenario::start)
}

/// What lies over the page.
#[derive(Clone, Copy)]
pub(crate) struct Dialogs {
    /// What can be shared.
    pub(crate) share: SharePane,
    /// The help.
    pub(crate) help: HelpPane,
    /// What is kept.
    pub(crate) kept: KeptPane,
    /// The name of a branch.
    pub(crate) branch: BranchPane,
}

/// The help, links and what else can be shared, and how that is shown.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(dialog, fallible))]
fn dialog_chunk() -> Result<(&'static share::Logic, Dialogs, Styles), Missing> {
    let dialogs = Dialogs { share: share_pane, help, kept: kept_pane, branch: branch_pane };
    Ok((&share::LOGIC, dialogs, &[include_str!("../styles/share.css")]))
}

/// The console and its language.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(console, fallible))]
fn console_chunk() -> Result<(&'static console::Logic, ConsolePane, Styles), Missing> {
    Ok((&console::LOGIC, console_pane, &[include_str!("../styles/terminal.css")]))
}

/// What lines of the console need that do more than name commands.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(method, fallible))]
fn method_chunk() -> Result<&'static Methods, Missing> {
    Ok(&METHODS)
}

/// What goes from the console to a real HBase and back.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(exchange, fallible))]
fn exchange_chunk() -> Result<exchange::Apply, Missing> {
    Ok(exchange::APPLY)
}

/// HBase's filters and their language.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(filter, fallible))]
fn filter_chunk() -> Result<Making, Missing> {
    Ok(MAKING)
}

/// What reads the fields of keys that a table names.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(key, fallible))]
fn key_chunk() -> Result<Reading, Missing> {
    Ok(READING)
}

/// What must hold, and every order of what clients do: the search, and how both are shown.
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

/// What searches every order in a worker.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(search, fallible))]
fn search_chunk() -> Result<Serve, Missing> {
    Ok(serve)
}

/// More about a cell with the bytes of its key, about a region or about a file.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(detail, fallible))]
fn detail_chunk() -> Result<(DetailPane, Styles), Missing> {
    Ok((detail_pane, &[include_str!("../styles/anatomy.css")]))
}

/// Rows with the bytes of their keys.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(bytes, fallible))]
fn bytes_chunk() -> Result<(BytesPane, Styles), Missing> {
    Ok((bytes_pane, &[include_str!("../styles/anatomy.css"), include_str!("../styles/bytes.css")]))
}

/// Forms in Java, and what came back as the shell prints it.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(code, fallible))]
fn code_chunk() -> Result<(JavaPane, PrintedPane, Styles), Missing> {
    Ok((java_pane, printed_pane, &[include_str!("../styles/code.css")]))
}

/// What keys got over time.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(heat, fallible))]
fn heat_chunk() -> Result<(HeatPane, Styles), Missing> {
    Ok((heat_pane, &[include_str!("../styles/orders.css"), include_str!("../styles/heat.css")]))
}

/// Operations beside each other.
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

/// The designer of row keys, what stands in the margin of forms, and what shows both.
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

/// What a key does in a table that grows for months, and what shows it.
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

/// A real cluster, what shows it, and what asks its gateway.
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

/// The forms that find the first row and that repeat, and what stands below the latter.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(repeat, fallible))]
fn repeat_chunk() -> Result<(&'static repeat::Logic, SaltButton), Missing> {
    Ok((&repeat::LOGIC, salt_button))
}

/// Lessons: what leads along them, and how one is shown.
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

/// The page as it is shown to a room.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(present, fallible))]
fn present_chunk() -> Result<(&'static Stage, Styles), Missing> {
    Ok((&STAGE, &[include_str!("../styles/orders.css"), include_str!("../styles/present.css")]))
}

/// What is rarely wanted of keeping, and the desk as text.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(care, fallible))]
fn care_chunk() -> Result<&'static Caring, Missing> {
    Ok(&CARING)
}

/// What HBase would answer to a form that was changed: as it opens, none is refused.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(warn, fallible))]
fn warn_chunk() -> Result<Warn, Missing> {
    Ok(splitpoint_lab::form::preview::warnings)
}

/// What is said to the document around a frame, and heard from it.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(host, fallible))]
fn host_chunk() -> Result<&'static Hosting, Missing> {
    Ok(&HOSTING)
}

/// A chunk that was brought.
pub(crate) enum Brought {
    /// A person's own file, what shows it, and what reads and keeps it.
    Import(&'static import::Logic, ImportPane, &'static Archive),
    /// A session from its text.
    Restore(&'static restore::Logic),
    /// A session from a link that holds one, and what restores it.
    Link(&'static link::Logic, &'static restore::Logic),
    /// The examples.
    Scenario(FindStart),
    /// What can be shared, and what shows that and more over the page.
    Dialog(&'static share::Logic, Dialogs),
    /// The console, and what shows it.
    Console(&'static console::Logic, ConsolePane),
    /// The methods of values in the console's language.
    Method(&'static Methods),
    /// What goes from the console to a real HBase and back.
    Exchange(exchange::Apply),
    /// HBase's filters.
    Filter(Making),
    /// What reads the fields of keys.
    Key(Reading),
    /// Every order and what must hold, what shows them, and what begins a worker that searches.
    Orders(&'static orders::Logic, OrdersPane, MustPane, Hire),
    /// What searches every order in a worker.
    Search(Serve),
    /// What tells more of a cell, a region or a file.
    Detail(DetailPane),
    /// What shows a form in Java, and what came back as the shell prints it.
    Code(JavaPane, PrintedPane),
    /// What shows heat.
    Heat(HeatPane),
    /// What shows rows with the bytes of their keys.
    Bytes(BytesPane),
    /// Operations beside each other, and what shows them.
    Compare(&'static compare::Logic, ComparePane),
    /// The designer of row keys, what stands in the margin of forms, and what shows both.
    Design(&'static design::Logic, DesignPane, &'static Margin),
    /// What a key does in months, and what shows it.
    Growth(&'static growth::Logic, GrowthPane),
    /// A real cluster, what shows it, and what asks its gateway.
    Cluster(&'static cluster::Logic, ClusterPane, Post),
    /// The form that repeats, and what stands below it.
    Repeat(&'static repeat::Logic, SaltButton),
    /// Lessons, and what shows one, its text, and all of it on paper.
    Lesson(&'static lesson::Logic, StoryPane, SourcePane, PaperPane),
    /// The page as it is shown to a room.
    Present(&'static Stage),
    /// What is said to the document around a frame.
    Host(&'static Hosting),
    /// What is rarely wanted of keeping.
    Care(&'static Caring),
    /// What HBase would answer to a form.
    Warn(Warn),
}

/// All that was brought so far: what the session does with it, and what only a browser can do with it.
#[derive(Clone, Default)]
pub(crate) struct Code {
    /// What changes the state.
    pub(crate) chunks: Chunks,
    /// What shows an import.
    pub(crate) import: Option<ImportPane>,
    /// What reads and keeps files.
    pub(crate) archive: Option<&'static Archive>,
    /// What lies over the page.
    pub(crate) dialogs: Option<Dialogs>,
    /// What shows the console.
    pub(crate) console: Option<ConsolePane>,
    /// What shows every order.
    pub(crate) orders: Option<OrdersPane>,
    /// What shows what must hold.
    pub(crate) must: Option<MustPane>,
    /// What begins a worker that searches.
    pub(crate) hire: Option<Hire>,
    /// What tells more of a cell, a region or a file.
    pub(crate) detail: Option<DetailPane>,
    /// What shows a form in Java.
    pub(crate) java: Option<JavaPane>,
    /// What shows what came back as the shell prints it.
    pub(crate) printed: Option<PrintedPane>,
    /// What shows heat.
    pub(crate) heat: Option<HeatPane>,
    /// What shows rows with the bytes of their keys.
    pub(crate) bytes: Option<BytesPane>,
    /// What shows operations beside each other.
    pub(crate) compare: Option<ComparePane>,
    /// What shows the designer of row keys.
    pub(crate) design: Option<DesignPane>,
    /// What shows what a key does in months.
    pub(crate) growth: Option<GrowthPane>,
    /// What shows a real cluster, and what asks its gateway.
    pub(crate) cluster: Option<(ClusterPane, Post)>,
    /// What stands below the form that repeats.
    pub(crate) salt: Option<SaltButton>,
    /// What shows the margin of a form.
    pub(crate) margin: Option<&'static Margin>,
    /// What shows a lesson.
    pub(crate) story: Option<StoryPane>,
    /// What shows the text of a lesson.
    pub(crate) source: Option<SourcePane>,
    /// What puts a lesson on paper.
    pub(crate) paper: Option<PaperPane>,
    /// What shows the page to a room.
    pub(crate) stage: Option<&'static Stage>,
    /// What is rarely wanted of keeping.
    pub(crate) care: Option<&'static Caring>,
    /// What is said to the document around a frame.
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
            // Only a worker brings it, and it has no page to go on with.
            Brought::Search(_) => {}
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
