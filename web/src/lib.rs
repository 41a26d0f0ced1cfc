//! The page of Splitpoint, as a library and a program.
//!
//! [`mount`] opens a page in an element; [`Options`] say what it shows, keeps and listens to. Several can stand in one
//! document. The modules, in reading order:
//!
//! 1. [`session`]: what the page knows and what can happen to it, without markup and without a browser, so that all of it is
//!    tested natively. An action goes in, the state changes, and effects come out: what only a browser can do.
//! 2. `components`: functions from parts of that state to markup. They draw the lab's view and send actions; they decide nothing.
//! 3. `interop`: the only module that calls the browser.
//! 4. `chunk`: code that many visits never run, in files that are loaded when they are first wanted.
//! 5. `clerk`: the same program in a worker, without a page, which searches every order for one.

mod chunk;
mod clerk;
mod components;
mod gateway;
mod interop;
pub mod session;

use chunk::{Code, bring};
use components::{Given, Playground};
use gloo::timers::future::TimeoutFuture;
use interop::{Handed, Memory, Room};
use session::address::{LESSON, name_of};
use session::chunk::{Chunk, MISSING};
use session::options::Options;
use splitpoint_lab::lesson::is_text;
use splitpoint_lab::session::{Link, Opens, lesson_link, script_link};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::Element;
use yew::AppHandle;
use yew::platform::spawn_local;

/// A page that was opened. With it, a host changes its options or takes it away.
#[wasm_bindgen]
pub struct Handle {
    host: Element,
    page: Rc<RefCell<Opened>>,
}

/// How far the opening of a page is.
enum Opened {
    /// The code for what was kept is being loaded.
    Soon(Options),
    /// The page is there.
    Now(AppHandle<Playground>),
    /// The page was taken away.
    No,
}

impl Handle {
    /// Gives the page these options from now on. What was done in it stays.
    pub fn update(&self, options: Options) {
        match &mut *self.page.borrow_mut() {
            Opened::Soon(wanted) => *wanted = options,
            Opened::Now(page) => renew(page, options),
            Opened::No => {}
        }
    }
}

fn renew(page: &mut AppHandle<Playground>, options: Options) {
    page.update(Given { options, code: Code::default(), room: Room::default(), wrong: None, kept: None });
}

#[wasm_bindgen]
impl Handle {
    /// Reads the options anew from the attributes `data-…` of the host's element.
    #[wasm_bindgen(js_name = update)]
    pub fn update_from_host(&self) {
        self.update(interop::options(&self.host));
    }

    /// Takes the page away, with all that it listens to. The host's element stays, and is empty.
    pub fn destroy(self) {
        if let Opened::Now(page) = self.page.replace(Opened::No) {
            page.destroy();
        }
    }
}

/// Opens a page in `host` with the options that stand in its attributes `data-…`.
#[wasm_bindgen(js_name = mount)]
pub fn mount_in_host(host: Element) -> Handle {
    let options = interop::options(&host);
    mount(host, options)
}

/// Opens a page in `host`, in place of what the element contains, as soon as the chunks are loaded that it begins with.
pub fn mount(host: Element, options: Options) -> Handle {
    let page = Rc::new(RefCell::new(Opened::Soon(options.clone())));
    let handle = Handle { host: host.clone(), page: page.clone() };
    spawn_local(async move {
        // A task of its own, so that the browser can handle events between two short pieces of work.
        TimeoutFuture::new(0).await;
        let mut code = Code::default();
        let Some((link, wrong)) = source(&options, &mut code).await else {
            return interop::say(&host, ".boot__status", MISSING);
        };
        let Some((code, kept)) = first_code(&options, &link, code).await else {
            return interop::say(&host, ".boot__status", MISSING);
        };
        // Meanwhile the page may have got other options, or been taken away.
        let mut page = page.borrow_mut();
        let Opened::Soon(wanted) = &*page else { return };
        let mut wanted = wanted.clone();
        let room = interop::room(&host);
        interop::vacate(&host);
        // The code that was loaded is for the first link and layout: others are as if they came now.
        let first = Options { link: link.clone(), layout: options.layout, ..wanted.clone() };
        if wanted.link == options.link {
            wanted.link = link;
        }
        let changed = Some(wanted).filter(|wanted| *wanted != first);
        let given = Given { options: first, code, room, wrong, kept };
        let mut opened = yew::Renderer::<Playground>::with_root_and_props(host, given).render();
        if let Some(options) = changed {
            renew(&mut opened, options);
        }
        *page = Opened::Now(opened);
    });
    handle
}

/// Writes what was done as the text of a file. `boot.js` asks for it after a panic, with the message of the panic as
/// `cause`.
#[wasm_bindgen]
pub fn log(cause: &str) -> String {
    interop::log(cause)
}

/// Serves the page that started this program, if it runs in a web worker.
pub fn serve() {
    let Some(client) = interop::Client::find() else { return };
    spawn_local(async move {
        match bring(Chunk::Search).await {
            Ok(chunk::Brought::Search(serve)) => serve(client),
            _ => client.tell(""),
        }
    });
}

/// Opens the page that has its document for itself. The fragment of its address, behind `#`, holds a link and options.
/// `?fresh` puts away what was kept.
pub fn open(host: Element) {
    if let Some(name) = interop::parameter("notes") {
        return spawn_local(async move {
            match bring(Chunk::Present).await {
                Ok(chunk::Brought::Present(stage)) => (stage.listen)(&host, &name),
                _ => interop::say(&host, ".boot__status", MISSING),
            }
        });
    }
    let mut options = interop::options_of_address(&host);
    // After a reload, what is kept is as new as the address, or newer.
    if let Some(entry) = interop::entry() {
        let memory = Memory::new(options.keeps);
        let lesson = name_of(&options.link).to_owned();
        if entry != LESSON {
            if memory.kept("session").is_some() || !Link::holds_session(&options.link) {
                options.link.clear();
            }
        } else if memory.kept(&lesson.replacen('=', ".", 1)).is_some() {
            options.link = lesson;
        }
    }
    if interop::starts_afresh() {
        Memory::new(options.keeps).shelve("session");
    }
    // The page stays as long as its document does.
    std::mem::forget(mount(host, options));
}

/// The link to open: that of the options, or what the host hands over, followed by what the options say about it. With
/// it comes the reason if that cannot be opened. `None` where the code for it cannot be loaded.
async fn source(options: &Options, code: &mut Code) -> Option<(String, Option<String>)> {
    let link = options.link.clone();
    let Some(host) = &options.host else { return Some((link, None)) };
    code.take(bring(Chunk::Host).await.ok()?);
    if !host.hands_over {
        return Some((link, None));
    }
    let opens = match (code.host?.handed)(host.clone()).await {
        None => return Some((link, None)),
        Some(Handed::Link(opens)) => opens,
        Some(Handed::Text(text)) if text.trim_start().starts_with('{') => {
            code.take(bring(Chunk::Link).await.ok()?);
            match (code.chunks.link?.pack)(&text) {
                Ok(link) => link,
                Err(error) => return Some((link, Some(error.to_string()))),
            }
        }
        Some(Handed::Text(text)) if is_text(&text) => lesson_link(&text),
        Some(Handed::Text(text)) => script_link(&text),
    };
    // Where a name occurs twice, the last one counts.
    Some((format!("{}&{link}", opens.trim_start_matches('#')), None))
}

/// A name, with its text where the archive had it, and `None` where the archive lost it.
type Archived = Option<(String, Option<String>)>;

/// The code that is needed to open a link, or else what was kept; and what was kept, where it is in the archive. `None`
/// where some of the code cannot be loaded. Then the page does not open: without the code, what was kept could get
/// lost, or a link could open something else.
async fn first_code(options: &Options, link: &str, mut code: Code) -> Option<(Code, Archived)> {
    if let Some(chunk) = options.layout.chunk() {
        code.take(bring(chunk).await.ok()?);
    }
    let memory = Memory::new(options.keeps);
    let mut kept = memory.kept("session");
    let mut brought = None;
    if let Some(there) = memory.elsewhere("session") {
        code.take(bring(Chunk::Import).await.ok()?);
        kept = (code.archive?.text)(there).await;
        brought = Some(("session".to_owned(), kept.clone()));
    }
    let mut read = code.chunks.read_link(link);
    // A lesson has no reference, and keeps the reader's own work behind it, which is restored too.
    let is_other =
        |read: &Option<Result<Option<Link>, _>>| matches!(read, Some(Ok(Some(link))) if link.reference().is_some());
    if read.is_none() {
        code.take(bring(Chunk::Link).await.ok()?);
        read = code.chunks.read_link(link);
    } else if kept.is_some() && !is_other(&read) {
        code.take(bring(Chunk::Restore).await.ok()?);
    }
    let read = read?;
    if let Ok(Some(link)) = &read
        && link.reference().is_none()
    {
        // Only a lesson that somebody wrote is played with the language.
        let is_written = matches!(&link.opens, Opens::Lesson(name) if is_text(name));
        let language: &[Chunk] = if is_written { &[Chunk::Console, Chunk::Method] } else { &[] };
        for chunk in [Chunk::Scenario, Chunk::Lesson].iter().chain(language).copied() {
            code.take(bring(chunk).await.ok()?);
        }
    }
    // Where the link cannot be read, no more code is needed than for what was kept: the page tells why.
    let linked = read.ok().flatten().and_then(|link| Some((link.reference()?, link.needs())));
    let wanted = match linked {
        Some(wanted) => Some(wanted),
        None => {
            let saved = kept.zip(code.chunks.restore).and_then(|(kept, restore)| (restore.read)(&kept).ok());
            let wanted = saved.map(|saved| (saved.reference().clone(), saved.needs()));
            if wanted.is_some() {
                // Reading a long text takes long, so the browser may handle events before it is read again.
                TimeoutFuture::new(0).await;
            }
            wanted
        }
    };
    if let Some((reference, needs)) = wanted {
        code.bring_all(&reference, needs).await?;
    }
    Some((code, brought))
}
