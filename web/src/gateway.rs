//! Asks the gateway of a cluster for the page: a question is sent after a pause, and always leads to one answer, also
//! where the gateway sends none.

use crate::interop;
use crate::session::action::Action;
use crate::session::cluster::{Ask, Clustering, Errand, Heard};
use gloo::timers::future::TimeoutFuture;
use std::rc::Rc;
use yew::Callback;
use yew::platform::spawn_local;

/// The function that asks. It is called by a pointer only, so that a chunk can bring its code later.
pub(crate) type Post = fn(Errand, Callback<Action>);

/// Asks the gateway, and tells the page what came.
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
