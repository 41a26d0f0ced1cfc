//! Who may ask: only the page that the bridge serves itself.
//!
//! A web page of anywhere can make the browser send something to the loopback address. Three things tell it apart: it does
//! not know the token in the path; the browser names its origin; and where its name was made to lead to the loopback
//! address (DNS rebinding), the browser still sends that name as the host.

use subtle::ConstantTimeEq;

/// What a request says of where it comes from; each header as often as it was sent.
#[derive(Debug, Default)]
pub(crate) struct Sender<'a> {
    /// The address is a whole one (`GET http://…`), as proxies are asked.
    pub(crate) whole_address: bool,
    pub(crate) host: Vec<&'a [u8]>,
    pub(crate) origin: Vec<&'a [u8]>,
    /// `Sec-Fetch-Site`.
    pub(crate) site: Vec<&'a [u8]>,
    /// A script that would answer for this address later on.
    pub(crate) service_worker: bool,
    /// The path and query, as sent.
    pub(crate) path: &'a str,
}

/// The hosts and the token by which a request of the own page is known.
#[derive(Debug)]
pub(crate) struct Guard {
    hosts: [String; 2],
    token: String,
}

impl Guard {
    pub(crate) fn new(port: u16, token: String) -> Self {
        Self { hosts: [format!("127.0.0.1:{port}"), format!("localhost:{port}")], token }
    }

    /// What was asked for behind the token, with its first slash; empty where there is none. None: whoever asks gets nothing.
    pub(crate) fn admit<'a>(&self, sender: &Sender<'a>) -> Option<&'a str> {
        let [host] = sender.host[..] else { return None };
        let known = self.hosts.iter().any(|known| known.as_bytes() == host);
        let ours = |origin: &&[u8]| origin.strip_prefix(b"http://") == Some(host);
        let near = |site: &&[u8]| matches!(*site, b"same-origin" | b"none");
        if sender.whole_address
            || sender.service_worker
            || !known
            || !sender.origin.iter().all(ours)
            || !sender.site.iter().all(near)
        {
            return None;
        }
        let rest = sender.path.strip_prefix('/')?;
        let end = rest.find(['/', '?']).unwrap_or(rest.len());
        let (token, rest) = rest.split_at(end);
        // Compared to the end, so that the time does not tell how much of it was right.
        bool::from(token.as_bytes().ct_eq(self.token.as_bytes())).then_some(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::{Guard, Sender};

    fn admitted(change: impl FnOnce(&mut Sender<'static>)) -> Option<&'static str> {
        let guard = Guard::new(8642, "abc".into());
        let mut sender = Sender { host: vec![b"127.0.0.1:8642"], path: "/abc/rest/t/regions?x=1", ..Sender::default() };
        change(&mut sender);
        guard.admit(&sender)
    }

    #[test]
    fn our_own_page_is_admitted() {
        assert_eq!(admitted(|_| {}), Some("/rest/t/regions?x=1"));
        assert_eq!(admitted(|sender| sender.path = "/abc/"), Some("/"));
        assert_eq!(admitted(|sender| sender.path = "/abc"), Some(""));
        assert_eq!(admitted(|sender| sender.path = "/abc?x"), Some("?x"));
        assert!(admitted(|sender| sender.site = vec![b"none"]).is_some());
        let by_name = |sender: &mut Sender<'static>| {
            sender.host = vec![b"localhost:8642"];
            sender.origin = vec![b"http://localhost:8642"];
            sender.site = vec![b"same-origin"];
        };
        assert!(admitted(by_name).is_some());
    }

    #[test]
    fn nobody_else_is() {
        let hostile: [fn(&mut Sender<'static>); 17] = [
            |sender| sender.host = vec![],
            |sender| sender.host = vec![b"127.0.0.1:8642", b"127.0.0.1:8642"],
            |sender| sender.host = vec![b"127.0.0.1"],
            |sender| sender.host = vec![b"127.0.0.1:8643"],
            |sender| sender.host = vec![b"rebound.example:8642"],
            |sender| sender.host = vec![b"127.0.0.1:8642.rebound.example"],
            |sender| sender.origin = vec![b"http://rebound.example:8642"],
            |sender| sender.origin = vec![b"https://127.0.0.1:8642"],
            |sender| sender.origin = vec![b"http://localhost:8642"],
            |sender| sender.origin = vec![b"null"],
            |sender| sender.site = vec![b"cross-site"],
            |sender| sender.site = vec![b"same-site"],
            |sender| sender.whole_address = true,
            |sender| sender.service_worker = true,
            |sender| sender.path = "/abd/rest/",
            |sender| sender.path = "/ab/rest/",
            |sender| sender.path = "//abc/rest/",
        ];
        for (at, change) in hostile.into_iter().enumerate() {
            assert_eq!(admitted(change), None, "the one at {at}");
        }
    }
}
