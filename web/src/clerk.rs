//! The part of the program that runs in a web worker: it has no page, and searches every order for one.

use crate::chunk::{Code, bring};
use crate::interop::Client;
use crate::session::chunk::Chunk;
use crate::session::clerk::{Errand, Heard};
use gloo::timers::future::TimeoutFuture;
use splitpoint_lab::scenario::{self, EXAMPLES};
use splitpoint_lab::search::Status;
use splitpoint_lab::session::Survey;
use std::cell::Cell;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use yew::platform::spawn_local;

/// Milliseconds of work after which the worker handles the messages that came.
const SLICE: f64 = 40.0;

/// States that are searched between two looks at the clock.
const STATES: u64 = 25;

/// The function that serves a page in a worker. It is called by a pointer only, so that a chunk can bring its code
/// later.
pub(crate) type Serve = fn(Client);

/// Waits for an errand, which is a search that a page asks for, and does it. A worker does one errand only.
pub(crate) fn serve(client: Client) {
    let (asker, stops) = (client.clone(), Rc::new(Cell::new(false)));
    client.hear(move |asked| match asked.and_then(Errand::read) {
        None => stops.set(true),
        Some(errand) => {
            let (asker, stops) = (asker.clone(), stops.clone());
            spawn_local(async move {
                match make(&errand).await {
                    Some(survey) => search(survey, &asker, &stops).await,
                    // Nothing that can be read: the page goes on by itself.
                    None => asker.tell(""),
                }
            });
        }
    });
}

/// Prepares the search, in a session that is restored from the text of the errand. `None` where that fails.
fn make(errand: &Errand) -> Pin<Box<dyn Future<Output = Option<Survey>> + '_>> {
    Box::pin(async move {
        let mut code = Code::default();
        for chunk in [Chunk::Restore, Chunk::Orders] {
            code.take(bring(chunk).await.ok()?);
        }
        let restore = code.chunks.restore?;
        let saved = (restore.read)(&errand.session).ok()?;
        code.bring_all(saved.reference(), saved.needs()).await?;
        let id = saved.reference().example()?;
        let start = if id == EXAMPLES[0].id { scenario::first() } else { (code.chunks.scenario?)(id)? };
        let start = start.named(saved.reference());
        let built = start.build().finish().ok()?;
        let language = code.chunks.console.map(|console| console.language);
        let mut replay = (restore.restore)(&saved, start, built, language);
        while replay.advance() {}
        let (lab, differs) = replay.finish("");
        if differs.is_some() { None } else { errand.survey(&lab) }
    })
}

async fn search(mut survey: Survey, asker: &Client, stops: &Cell<bool>) {
    loop {
        let until = Client::time() + SLICE;
        let progress = loop {
            let progress = survey.run(STATES);
            if progress.status != Status::Going || Client::time() >= until {
                break progress;
            }
        };
        if progress.status != Status::Going || stops.get() {
            return asker.tell(&Heard::text(progress, Some(&survey.found())));
        }
        asker.tell(&Heard::text(progress, None));
        TimeoutFuture::new(0).await;
    }
}
