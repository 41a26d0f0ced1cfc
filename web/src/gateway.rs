//! What asks the gateway of a cluster for the page: one question after a pause, and one answer, also where none comes.

use crate::interop;
use crate::session::action::Action;
use crate::session::cluster::{Ask, Clustering, Errand, Heard};
use gloo::timers::future::TimeoutFuture;
use std::rc::Rc;
use yew::Callback;
use yew::platform::spawn_local;

/// What asks. It is called by way of a pointer only, so that it can stand in a chunk.
pub(crate) type Post = fn(Errand, Callback<Action>);

/// Asks, and tells what came.
pub(crate) fn post(errand: Errand, tell: Callback<Action>) {
    spawn_local(async move {
        if errand.after > 0 {
            TimeoutFuture::new(errand.after).await;
        }
        let mut heard = Heard { number: errand.number, ask: Some(errand.ask), ..Heard::default() };
        if errand.ask == Ask::Meet {
            heard.body = interop::meta("bridge").unwrap_or_default();
        } else {
            let came = interop::ask(errand.method, &errand.path, errand.body.as_deref(), errand.seconds).await;
            (heard.status, heard.is_late, heard.body, heard.location) =
                (came.status, came.is_late, came.body, came.location);
        }
        (heard.at, heard.east) = (interop::today(), interop::east());
        tell.emit(Action::Cluster(Clustering::Heard(Rc::new(heard))));
    });
}
