//! The REST gateway: where it is, and calls of it.

use crate::fault::{Fault, Kind};
use crate::route::{Method, Question, What, is_scanner};
use crate::secret::Credentials;
use hyper::body::Bytes;
use rustls::crypto::ring;
use serde::de::IgnoredAny;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use ureq::http::{Request, Response, Uri};
use ureq::tls::{PemItem, RootCerts, TlsConfig, parse_pem};
use ureq::{Agent, Body};

/// No connection takes longer to be made, whatever a call may take.
const CONNECT: Duration = Duration::from_secs(5);

/// Where a gateway is: scheme, host, port, and the path below which it answers (as behind Knox).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    text: String,
    host: String,
    encrypted: bool,
}

/// Why an address is none. The address is not repeated: there may be a password in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressProblem {
    /// It is no address of HTTP.
    Form,
    /// There are a user and a password in it, which programs that list processes show.
    Credentials,
    /// Something follows the path.
    Rest,
}

impl Address {
    /// Reads `http://host:8080` or `https://host:8443/gateway/default/hbase`.
    ///
    /// # Errors
    ///
    /// Where it is none, or says more than where the gateway is.
    pub fn new(text: &str) -> Result<Self, AddressProblem> {
        if text.contains(['?', '#']) {
            return Err(AddressProblem::Rest);
        }
        let uri: Uri = text.parse().map_err(|_| AddressProblem::Form)?;
        let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
            return Err(AddressProblem::Form);
        };
        if authority.as_str().contains('@') {
            return Err(AddressProblem::Credentials);
        }
        let path = uri.path().trim_end_matches('/');
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte);
        if !matches!(scheme, "http" | "https")
            || authority.host().is_empty()
            || !path.bytes().all(plain)
            || path.split('/').any(|part| matches!(part, "." | ".."))
            || path.contains("//")
        {
            return Err(AddressProblem::Form);
        }
        Ok(Self {
            text: format!("{scheme}://{authority}{path}"),
            host: authority.host().to_owned(),
            encrypted: scheme == "https",
        })
    }

    /// As it is written, without a slash at the end.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether what is sent there can be read on the way: plain HTTP to another machine.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !self.encrypted && !matches!(self.host.as_str(), "localhost" | "127.0.0.1" | "[::1]")
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Display for AddressProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Form => {
                "--rest wants the address of the REST gateway, such as http://host:8080, or \
                 https://knox:8443/gateway/default/hbase behind Knox."
            }
            Self::Credentials => {
                "Leave user and password out of --rest: whoever lists processes would see them. Put them into a file for --auth, \
                 as basic USER:PASSWORD."
            }
            Self::Rest => "--rest wants the address of the gateway only: leave out what begins with “?” or “#”.",
        })
    }
}

impl std::error::Error for AddressProblem {}

/// Why certificates cannot be taken from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CaProblem {
    /// The file cannot be read.
    Unread(PathBuf, String),
    /// There is no certificate in it.
    None(PathBuf),
    /// The system has none, and no file was named.
    System,
}

impl fmt::Display for CaProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unread(file, why) => write!(f, "“{}” cannot be read: {why}.", file.display()),
            Self::None(file) => {
                write!(f, "“{}” holds no certificate: --ca wants a file in PEM, with BEGIN CERTIFICATE.", file.display())
            }
            Self::System => f.write_str(
                "This system has no certificates to know a gateway by: install them (on Debian: ca-certificates), or name a \
                 file with --ca.",
            ),
        }
    }
}

impl std::error::Error for CaProblem {}

/// What the gateway answered.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) form: Form,
    pub(crate) body: Bytes,
    /// Behind `/TOKEN/rest`, where something was made.
    pub(crate) location: Option<String>,
}

/// What an answer is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Json,
    Text,
    Nothing,
}

/// The client of one REST gateway.
#[derive(Debug)]
pub(crate) struct Gateway {
    agent: Agent,
    address: Address,
    credentials: Credentials,
    timeout: Duration,
    /// The most bytes of one answer.
    bytes: usize,
}

impl Gateway {
    pub(crate) fn new(
        address: Address,
        credentials: Credentials,
        ca: Option<&Path>,
        timeout: Duration,
        bytes: usize,
    ) -> Result<Self, CaProblem> {
        let mut config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(None)
            .user_agent(concat!("splitpoint/", env!("CARGO_PKG_VERSION")))
            .timeout_global(Some(timeout))
            .timeout_connect(Some(timeout.min(CONNECT)));
        if address.encrypted {
            let tls = TlsConfig::builder()
                .root_certs(roots(ca)?)
                .unversioned_rustls_crypto_provider(Arc::new(ring::default_provider()))
                .build();
            config = config.tls_config(tls).https_only(true);
        }
        Ok(Self { agent: config.build().new_agent(), address, credentials, timeout, bytes })
    }

    pub(crate) fn address(&self) -> &Address {
        &self.address
    }

    /// Asks, and waits for the whole answer.
    pub(crate) fn ask(&self, question: &Question, body: &Bytes) -> Result<Answer, Fault> {
        let response = match self.call(question, body) {
            // A connection that was kept may have been closed meanwhile; what only reads can be asked once more.
            Err(ureq::Error::Io(error)) if broke(&error) && !matches!(question.what, What::Scanner | What::Write) => {
                self.call(question, body)
            }
            answer => answer,
        };
        let answer = self.read(question, response.map_err(|error| self.fault(&error))?)?;
        if self.credentials.are_in(&answer.body) {
            let text =
                "The gateway says the credentials back in its answer, so the bridge keeps that answer to itself.";
            return Err(Fault::new(Kind::BadAnswer, text));
        }
        Ok(answer)
    }

    fn call(&self, question: &Question, body: &Bytes) -> Result<Response<Body>, ureq::Error> {
        let method = match question.method {
            Method::Get => "GET",
            Method::Put => "PUT",
            Method::Post => "POST",
            Method::Delete => "DELETE",
        };
        let mut request = Request::builder()
            .method(method)
            .uri(format!("{}{}", self.address, question.path))
            .header("accept", "application/json")
            .header("accept-encoding", "identity");
        for (name, value) in self.credentials.headers() {
            request = request.header(name, value);
        }
        if matches!(question.method, Method::Put | Method::Post) {
            let request = request.header("content-type", "application/json").body(body.to_vec())?;
            self.agent.run(request)
        } else {
            self.agent.run(request.body(())?)
        }
    }

    fn read(&self, question: &Question, response: Response<Body>) -> Result<Answer, Fault> {
        let status = response.status().as_u16();
        let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok());
        let address = &self.address;
        match status {
            401 => {
                let text = if self.credentials.is_empty() {
                    format!(
                        "{address} wants to know who asks: start the bridge with --auth FILE (basic USER:PASSWORD or bearer TOKEN) or --header-file FILE."
                    )
                } else {
                    format!(
                        "{address} does not take these credentials: look at the file or variable the bridge was started with."
                    )
                };
                return Err(Fault::new(Kind::Unauthorised, text));
            }
            300..=399 if status != 304 => {
                let text = format!(
                    "{address} sends the bridge elsewhere (status {status}), which it does not follow: name the gateway's own address with --rest, and credentials with --auth if it leads to a login."
                );
                return Err(Fault::new(Kind::BadAnswer, text).with("status", status));
            }
            _ => {}
        }
        let location = match (header("location"), question.what, &question.table) {
            (Some(place), What::Scanner, Some(table)) if question.method != Method::Get => {
                let id = place.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
                if !is_scanner(id) {
                    return Err(self.not_a_gateway("the place of its scanner is none"));
                }
                Some(format!("/{table}/scanner/{id}"))
            }
            (Some(_), What::Write, Some(table)) => Some(format!("/{table}/schema")),
            _ => None,
        };
        let json = header("content-type").is_some_and(|form| form.to_ascii_lowercase().contains("json"));
        let limit = u64::try_from(self.bytes).unwrap_or(u64::MAX);
        let body = response.into_body().into_with_config().limit(limit).read_to_vec();
        let body = body.map_err(|error| self.broken(&error))?;
        let form = if body.is_empty() {
            Form::Nothing
        } else if json && serde_json::from_slice::<IgnoredAny>(&body).is_ok() {
            Form::Json
        } else if (200..300).contains(&status) {
            return Err(self.not_a_gateway(if json { "half of a JSON" } else { "something that is no JSON" }));
        } else {
            Form::Text
        };
        Ok(Answer { status, form, body: body.into(), location })
    }

    fn not_a_gateway(&self, what: &str) -> Fault {
        let text = format!(
            "{} answers, but not as a REST gateway of HBase does: {what}. Is it the address of the gateway (hbase rest start)?",
            self.address
        );
        Fault::new(Kind::BadAnswer, text)
    }

    /// Why there was no answer.
    fn fault(&self, error: &ureq::Error) -> Fault {
        let address = &self.address;
        let unreachable = |text: String| Fault::new(Kind::Unreachable, text);
        match error {
            ureq::Error::Timeout(_) => self.late(),
            ureq::Error::Io(error) if error.kind() == io::ErrorKind::TimedOut => self.late(),
            ureq::Error::HostNotFound => {
                unreachable(format!("No machine is called “{}”: look at the name in --rest.", address.host))
            }
            ureq::Error::Io(error) if error.kind() == io::ErrorKind::ConnectionRefused => unreachable(format!(
                "Nothing listens at {address}: start the gateway (hbase rest start), or name its address with --rest."
            )),
            ureq::Error::Io(error) => match error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>()) {
                Some(inner) => self.distrusted(inner),
                None if broke(error) && self.address.encrypted => unreachable(format!(
                    "{address} broke the connection off before it answered: does it speak TLS, or is its address http? Look at the \
                     gateway's log."
                )),
                None if broke(error) => unreachable(format!(
                    "{address} broke the connection off before it answered: look at the gateway's log, and ask again."
                )),
                None => unreachable(format!(
                    "{address} cannot be reached ({}): look at the network, and at --rest.",
                    error.kind()
                )),
            },
            ureq::Error::Rustls(error) => self.distrusted(error),
            ureq::Error::Tls(_) | ureq::Error::RequireHttpsOnly(_) => {
                unreachable(format!("{address} cannot be spoken with by TLS: look at the name in --rest."))
            }
            ureq::Error::ConnectionFailed => {
                unreachable(format!("{address} cannot be reached: look at --rest and the network."))
            }
            _ => self.not_a_gateway("what comes back is no HTTP"),
        }
    }

    /// Why an answer that had begun did not come to its end.
    fn broken(&self, error: &ureq::Error) -> Fault {
        match error {
            ureq::Error::BodyExceedsLimit(_) => {
                let text = format!(
                    "An answer of {} has more than {} bytes, which is the most that the bridge takes: ask for fewer rows, or start \
                     it with a greater --bytes.",
                    self.address, self.bytes
                );
                Fault::new(Kind::TooLarge, text).with("bytes", self.bytes)
            }
            ureq::Error::Timeout(_) => self.late(),
            ureq::Error::Io(error) if error.kind() == io::ErrorKind::TimedOut => self.late(),
            _ => Fault::new(
                Kind::BadAnswer,
                format!(
                    "{} broke off in the middle of an answer: look at the gateway's log, and ask again.",
                    self.address
                ),
            ),
        }
    }

    fn late(&self) -> Fault {
        let seconds = self.timeout.as_secs();
        let text = format!(
            "{} did not answer within {seconds} s: the cluster may be busy or down. Ask again, or start the bridge with a greater \
             --timeout.",
            self.address
        );
        Fault::new(Kind::Timeout, text).with("seconds", seconds)
    }

    fn distrusted(&self, error: &rustls::Error) -> Fault {
        let address = &self.address;
        use rustls::CertificateError::{Expired, ExpiredContext, NotValidForName, NotValidForNameContext};
        let text = match error {
            rustls::Error::InvalidCertificate(NotValidForName | NotValidForNameContext { .. }) => {
                format!("The certificate of {address} is for another name: write the name that it has into --rest.")
            }
            rustls::Error::InvalidCertificate(Expired | ExpiredContext { .. }) => {
                format!("The certificate of {address} is no longer valid: whoever runs the gateway has to renew it.")
            }
            rustls::Error::InvalidCertificate(why) => format!(
                "The certificate of {address} is not trusted ({why:?}): name the file of the authority that signed it with --ca."
            ),
            _ => format!("{address} does not speak TLS as it should ({error}): is it https?"),
        };
        Fault::new(Kind::Unreachable, text)
    }
}

/// Whether the other side went away.
fn broke(error: &io::Error) -> bool {
    use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, UnexpectedEof};
    matches!(error.kind(), BrokenPipe | ConnectionAborted | ConnectionReset | UnexpectedEof)
}

/// Whom to trust: those of a file, or those of the system.
fn roots(ca: Option<&Path>) -> Result<RootCerts, CaProblem> {
    let certificates: Vec<_> = match ca {
        Some(file) => {
            let text =
                std::fs::read(file).map_err(|error| CaProblem::Unread(file.to_owned(), error.kind().to_string()))?;
            let found = parse_pem(&text).filter_map(|item| match item {
                Ok(PemItem::Certificate(certificate)) => Some(certificate),
                _ => None,
            });
            let found: Vec<_> = found.collect();
            if found.is_empty() {
                return Err(CaProblem::None(file.to_owned()));
            }
            found
        }
        None => {
            let found = rustls_native_certs::load_native_certs().certs;
            found.iter().map(|one| ureq::tls::Certificate::from_der(one).to_owned()).collect()
        }
    };
    if certificates.is_empty() { Err(CaProblem::System) } else { Ok(RootCerts::from(certificates)) }
}

#[cfg(test)]
mod tests {
    use super::{Address, AddressProblem};

    #[test]
    fn an_address_says_where_and_nothing_else() {
        let text = |text: &str| Address::new(text).map(|address| address.text().to_owned());
        assert_eq!(text("http://host:8080"), Ok("http://host:8080".into()));
        assert_eq!(text("http://host:8080/"), Ok("http://host:8080".into()));
        assert_eq!(
            text("https://knox:8443/gateway/default/hbase/"),
            Ok("https://knox:8443/gateway/default/hbase".into())
        );
        for wrong in
            ["", "host:8080", "host", "ftp://host", "/path", "http://host/a/../b", "http://host//a", "http://host/%2e"]
        {
            assert_eq!(text(wrong), Err(AddressProblem::Form), "{wrong}");
        }
        assert_eq!(text("http://ana:secret@host:8080"), Err(AddressProblem::Credentials));
        assert_eq!(text("http://host?x"), Err(AddressProblem::Rest));
        assert_eq!(text("http://host/#x"), Err(AddressProblem::Rest));
    }

    #[test]
    fn only_plain_http_to_another_machine_can_be_read_on_the_way() {
        let open = |text: &str| Address::new(text).is_ok_and(|address| address.is_open());
        assert!(open("http://host:8080"));
        assert!(!open("http://localhost:8080") && !open("http://127.0.0.1:8080") && !open("http://[::1]:8080"));
        assert!(!open("https://host:8443"));
    }
}
