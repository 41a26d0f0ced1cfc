//! Counts what is done in a burst, where no observer hears events.

use splitpoint_model::client::{Client, Request, Response};
use splitpoint_model::cluster::Cluster;
use splitpoint_model::event::Observer;
use splitpoint_model::query::Metrics;

/// Counts what is done in a burst. A request that is done at once has no events; its response and its cost are told
/// instead.
pub trait Tally: Observer {
    /// A put or get was done at once, with this answer and at this cost. Told only to who [listens](Observer::listens).
    fn serve(&mut self, request: &Request, response: &Response, cost: &Metrics);
    /// Called after each atom, with the cluster as it is then.
    fn settle(&mut self, cluster: &Cluster);
}

/// Counts nothing.
impl Tally for () {
    fn serve(&mut self, _request: &Request, _response: &Response, _cost: &Metrics) {}
    fn settle(&mut self, _cluster: &Cluster) {}
}

/// Does a request at once, where that can be done, and lets it be counted.
pub(super) fn at_once(
    client: &mut Client,
    cluster: &mut Cluster,
    request: &Request,
    now: i64,
    tally: &mut dyn Tally,
) -> Option<Response> {
    let response = client.run_at_once(cluster, request, now)?;
    if tally.listens() {
        tally.serve(request, &response, client.metrics());
    }
    Some(response)
}
