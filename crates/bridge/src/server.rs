//! The page and the gateway behind one socket of the loopback address.

use crate::cache::Cache;
use crate::fault::{Fault, Kind};
use crate::gateway::{Address, Answer, CaProblem, Form, Gateway};
use crate::guard::{Guard, Sender};
use crate::limit::Bucket;
use crate::page::Page;
use crate::route::{Method, Prefix, Question, Stop, What, question};
use crate::secret::Credentials;
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::convert::Infallible;
use std::error::Error;
use std::fmt;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

/// Calls of the gateway at one time.
const AT_ONCE: usize = 8;

/// Connections of browsers at one time.
const CONNECTIONS: usize = 128;

/// What a browser may take to send a request.
const PATIENCE: Duration = Duration::from_secs(10);

/// Bytes of the head of a request.
const HEAD: usize = 32 * 1024;

/// Bytes that may be sent to the gateway in one call.
const SENT: usize = 4 * 1024 * 1024;

/// How the bridge is set up.
pub struct Settings {
    /// The gateway.
    pub rest: Address,
    /// What the gateway is shown with each call, so that it knows who asks.
    pub credentials: Credentials,
    /// A PEM file of the certificate authorities that are trusted for the gateway; `None`: those of the system.
    pub ca: Option<PathBuf>,
    /// The page that is served.
    pub page: Page,
    /// The port of this machine on which the bridge listens; 0 takes any free one.
    pub port: u16,
    /// Tables that may be written begin with one of these.
    pub writable: Vec<Prefix>,
    /// The limits of calls to the gateway, and how long answers are kept.
    pub limits: Limits,
    /// The time since any moment, always the same. [`Settings::clock`] is the usual one.
    pub clock: Box<dyn Fn() -> Duration + Send + Sync>,
}

impl Settings {
    /// A clock that counts from now.
    #[must_use]
    pub fn clock() -> Box<dyn Fn() -> Duration + Send + Sync> {
        let begin = Instant::now();
        Box::new(move || begin.elapsed())
    }
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings").field("rest", &self.rest).field("port", &self.port).finish_non_exhaustive()
    }
}

/// The limits of calls to the gateway and of what the page may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// What one call may take.
    pub timeout: Duration,
    /// Calls of the gateway in a second.
    pub calls: u32,
    /// Bytes of one answer.
    pub bytes: usize,
    /// How long facts (tables, regions, schema, status) are kept.
    pub keeps: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { timeout: Duration::from_secs(10), calls: 50, bytes: 32 * 1024 * 1024, keeps: Duration::from_secs(2) }
    }
}

/// Why the bridge does not start.
#[derive(Debug)]
pub enum StartProblem {
    /// Somebody listens at that port already.
    Taken(u16),
    /// The socket cannot be had for another reason.
    Socket(u16, io::ErrorKind),
    /// The system gives no random numbers, without which anybody could guess the address.
    Random,
    /// There is no authority whose signature on a certificate could be trusted.
    Ca(CaProblem),
    /// The system starts no more threads or has no more files.
    Runtime(io::ErrorKind),
}

impl fmt::Display for StartProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Taken(port) => write!(
                f,
                "Another program listens on port {port} already: choose another with --port, or leave it out to take any free one."
            ),
            Self::Socket(port, why) => {
                write!(f, "The bridge cannot listen on port {port} ({why}): choose another with --port.")
            }
            Self::Random => {
                f.write_str("This system gives no random numbers, without which the bridge's address could be guessed.")
            }
            Self::Ca(problem) => problem.fmt(f),
            Self::Runtime(why) => write!(f, "The bridge cannot start ({why}): end other programs, and try again."),
        }
    }
}

impl Error for StartProblem {}

/// A bridge that listens, but does not answer before it is served.
pub struct Bridge {
    listener: TcpListener,
    address: String,
    desk: Arc<Desk>,
}

impl fmt::Debug for Bridge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bridge").finish_non_exhaustive()
    }
}

impl Bridge {
    /// Takes the port.
    ///
    /// # Errors
    ///
    /// Where the port is taken, or nobody is known to trust.
    pub fn new(settings: Settings) -> Result<Self, StartProblem> {
        let Settings { rest, credentials, ca, page, port, writable, limits, clock } = settings;
        let gateway =
            Gateway::new(rest, credentials, ca.as_deref(), limits.timeout, limits.bytes).map_err(StartProblem::Ca)?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => StartProblem::Taken(port),
            kind => StartProblem::Socket(port, kind),
        })?;
        let port = listener.local_addr().map_err(|error| StartProblem::Socket(port, error.kind()))?.port();
        listener.set_nonblocking(true).map_err(|error| StartProblem::Socket(port, error.kind()))?;
        let mut random = [0_u8; 16];
        getrandom::fill(&mut random).map_err(|_| StartProblem::Random)?;
        let token: String = random.iter().map(|byte| format!("{byte:02x}")).collect();
        let address = format!("http://127.0.0.1:{port}/{token}/");
        let now = clock();
        let desk = Desk {
            guard: Guard::new(port, token.clone()),
            base: format!("/{token}"),
            gateway,
            page,
            writable,
            limits,
            clock,
            bucket: Mutex::new(Bucket::new(limits.calls, now)),
            cache: Mutex::new(Cache::new(limits.keeps, limits.bytes.saturating_mul(2))),
            asked: Mutex::default(),
            version: Mutex::default(),
            calls: Arc::new(Semaphore::new(AT_ONCE)),
        };
        Ok(Self { listener, address, desk: Arc::new(desk) })
    }

    /// What to open in the browser: nobody else can know it.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Asks the cluster for its version.
    ///
    /// # Errors
    ///
    /// What is wrong with the gateway, in a sentence.
    pub fn look(&self) -> Result<String, Fault> {
        let question =
            Question { method: Method::Get, path: "/version/cluster".into(), table: None, what: What::Version };
        let answer = self.desk.gateway.ask(&question, &Bytes::new())?;
        self.desk.learn(&question, &answer);
        let version = self.desk.version().clone();
        version.ok_or_else(|| {
            let text = format!(
                "{} answers, but does not say the version of its cluster (status {}): is it the address of the gateway, and does \
                 its cluster run?",
                self.desk.gateway.address(),
                answer.status
            );
            Fault::new(Kind::BadAnswer, text).with("status", answer.status)
        })
    }

    /// Answers until an interrupt (Ctrl-C) or a request to end comes.
    ///
    /// # Errors
    ///
    /// [`StartProblem::Runtime`] where the system starts no more threads or has no more files.
    pub fn run(self) -> Result<(), StartProblem> {
        self.serve(interrupted())
    }

    /// Answers until something has come.
    ///
    /// # Errors
    ///
    /// [`StartProblem::Runtime`] where the system starts no more threads or has no more files.
    pub fn serve(self, end: impl Future<Output = ()>) -> Result<(), StartProblem> {
        let problem = |error: io::Error| StartProblem::Runtime(error.kind());
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .max_blocking_threads(2 * AT_ONCE)
            .build()
            .map_err(problem)?;
        let served = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener).map_err(problem)?;
            tokio::select! {
                () = accept(&listener, &self.desk) => {}
                () = end => {}
            }
            Ok(())
        });
        runtime.shutdown_background();
        served
    }
}

async fn interrupted() {
    #[cfg(unix)]
    if let Ok(mut ended) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = ended.recv() => {}
        }
        return;
    }
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

async fn accept(listener: &tokio::net::TcpListener, desk: &Arc<Desk>) {
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let Ok(place) = room.clone().acquire_owned().await else { return };
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(Duration::from_millis(50)).await; // no more files: some will be closed
            continue;
        };
        let desk = desk.clone();
        tokio::spawn(async move {
            let answer = service_fn(move |request| {
                let desk = desk.clone();
                async move { Ok::<_, Infallible>(desk.answer(request).await) }
            });
            let served = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(PATIENCE)
                .max_buf_size(HEAD)
                .half_close(true)
                .auto_date_header(false)
                .serve_connection(TokioIo::new(stream), answer)
                .await;
            drop((served, place)); // whoever broke the connection off knows
        });
    }
}

/// Everything that an answer needs.
struct Desk {
    guard: Guard,
    /// `/TOKEN`.
    base: String,
    gateway: Gateway,
    page: Page,
    writable: Vec<Prefix>,
    limits: Limits,
    clock: Box<dyn Fn() -> Duration + Send + Sync>,
    bucket: Mutex<Bucket>,
    cache: Mutex<Cache<Answer>>,
    /// What is being asked just now: who asks the same waits for that answer.
    asked: Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>,
    version: Mutex<Option<String>>,
    calls: Arc<Semaphore>,
}

type Reply = Response<Full<Bytes>>;

/// A lock whose holder panicked holds nothing that could be half done.
fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Desk {
    async fn answer(self: Arc<Self>, request: Request<Incoming>) -> Reply {
        let (parts, body) = request.into_parts();
        let all = |name: HeaderName| parts.headers.get_all(name).iter().map(HeaderValue::as_bytes).collect();
        let target = parts.uri.path_and_query().map_or("", |path| path.as_str());
        let sender = Sender {
            whole_address: parts.uri.authority().is_some(),
            host: all(header::HOST),
            origin: all(header::ORIGIN),
            site: all(HeaderName::from_static("sec-fetch-site")),
            service_worker: parts.headers.contains_key("service-worker"),
            path: target,
        };
        let Some(wanted) = self.guard.admit(&sender) else { return nothing() };
        if let Some(asked) = wanted.strip_prefix("/rest").filter(|rest| rest.starts_with('/')) {
            let method = match parts.method {
                hyper::Method::GET => Method::Get,
                hyper::Method::PUT => Method::Put,
                hyper::Method::POST => Method::Post,
                hyper::Method::DELETE => Method::Delete,
                _ => return nothing(),
            };
            return match question(method, asked, &self.writable) {
                Err(Stop::Nothing) => nothing(),
                Err(Stop::Refused(fault)) => told(&fault),
                Ok(question) => {
                    let answer = match sent(body, PATIENCE).await {
                        Ok(body) => self.ask(question, body).await,
                        Err(fault) => Err(fault),
                    };
                    answer.map_or_else(|fault| told(&fault), |answer| self.passed(answer))
                }
            };
        }
        let path = wanted.split('?').next().unwrap_or(wanted);
        let head = parts.method == hyper::Method::HEAD;
        if parts.method != hyper::Method::GET && !head {
            return nothing();
        }
        match path.strip_prefix('/').map(str::to_owned) {
            None => {
                let mut reply = nothing();
                *reply.status_mut() = hyper::StatusCode::PERMANENT_REDIRECT;
                set(&mut reply, header::LOCATION, &format!("{}/", self.base));
                reply
            }
            Some(path) => {
                let desk = self.clone();
                let file = tokio::task::spawn_blocking(move || desk.page.file(&path, || desk.what_the_page_is_told()));
                match file.await {
                    Ok(Some((bytes, form))) => page(if head { Vec::new() } else { bytes }, form),
                    _ => nothing(),
                }
            }
        }
    }

    /// What the page reads of `<meta name="bridge">`: never a credential.
    fn what_the_page_is_told(&self) -> Value {
        let write: Vec<_> = self.writable.iter().map(Prefix::text).collect();
        json!({
            "rest": self.gateway.address().text(),
            "write": write,
            "calls": self.limits.calls,
            "bytes": self.limits.bytes,
            "version": *self.version(),
        })
    }

    fn version(&self) -> MutexGuard<'_, Option<String>> {
        locked(&self.version)
    }

    /// Remembers the version of the cluster where an answer says it.
    fn learn(&self, question: &Question, answer: &Answer) {
        if question.path == "/version/cluster"
            && answer.status == 200
            && let Ok(Value::Object(said)) = serde_json::from_slice(&answer.body)
            && let Some(Value::String(version)) = said.get("Version")
        {
            *self.version() = Some(version.clone());
        }
    }

    async fn ask(self: &Arc<Self>, question: Question, body: Bytes) -> Result<Answer, Fault> {
        if !(question.method == Method::Get && matches!(question.what, What::Facts | What::Version)) {
            let writes = question.what == What::Write;
            let answer = self.call(question, body).await;
            if writes {
                locked(&self.cache).clear();
            }
            return answer;
        }
        let path = question.path.clone();
        let turn = locked(&self.asked).entry(path.clone()).or_default().clone();
        let _mine = turn.lock().await;
        let known = locked(&self.cache).get(&path, (self.clock)());
        let answer = match known {
            Some(answer) => Ok(answer),
            None => {
                let answer = self.call(question, Bytes::new()).await;
                if let Ok(answer) = &answer
                    && answer.status == 200
                {
                    locked(&self.cache).put(&path, (self.clock)(), answer.body.len(), answer.clone());
                }
                answer
            }
        };
        // Two hold it when nobody else waits: the map and this one.
        locked(&self.asked).retain(|known, turn| *known != path || Arc::strong_count(turn) > 2);
        answer
    }

    /// Calls the gateway, where there is a call to be had.
    async fn call(self: &Arc<Self>, question: Question, body: Bytes) -> Result<Answer, Fault> {
        let gone = || Fault::new(Kind::Unreachable, "The bridge is ending: start it again.");
        let place = self.calls.clone().acquire_owned().await.map_err(|_| gone())?;
        let free = locked(&self.bucket).take((self.clock)());
        if let Err(wait) = free {
            let text = format!(
                "More than {} calls of the gateway in a second, which is the most that the bridge makes: wait a moment, or start \
                 it with a greater --calls.",
                self.limits.calls
            );
            let millis = u64::try_from(wait.as_nanos().div_ceil(1_000_000)).unwrap_or(u64::MAX);
            return Err(Fault::new(Kind::Limit, text).with("calls", self.limits.calls).with("wait", millis));
        }
        let desk = self.clone();
        let call = tokio::task::spawn_blocking(move || {
            let answer = desk.gateway.ask(&question, &body);
            if let Ok(answer) = &answer {
                desk.learn(&question, answer);
            }
            drop(place);
            answer
        });
        call.await.map_err(|_| gone())?
    }

    fn passed(&self, answer: Answer) -> Reply {
        let mut reply = Response::new(Full::new(answer.body));
        *reply.status_mut() = hyper::StatusCode::from_u16(answer.status).unwrap_or(hyper::StatusCode::BAD_GATEWAY);
        match answer.form {
            Form::Json => set(&mut reply, header::CONTENT_TYPE, "application/json"),
            Form::Text => set(&mut reply, header::CONTENT_TYPE, "text/plain; charset=utf-8"),
            Form::Nothing => {}
        }
        if let Some(place) = answer.location {
            set(&mut reply, header::LOCATION, &format!("{}/rest{place}", self.base));
        }
        shut(&mut reply);
        reply
    }
}

/// What was sent to be written. What does not come whole within `patience` is not waited for.
async fn sent<B>(body: B, patience: Duration) -> Result<Bytes, Fault>
where
    B: Body,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    match tokio::time::timeout(patience, Limited::new(body, SENT).collect()).await {
        Ok(Ok(whole)) => Ok(whole.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => {
            let text = format!("Not sent: the bridge takes at most {SENT} bytes in one call. Send fewer rows at once.");
            Err(Fault::new(Kind::TooLarge, text).with("bytes", SENT))
        }
        Ok(Err(_)) => {
            let text = "Not sent: what was to be written broke off before its end. Send it again.";
            Err(Fault::new(Kind::Refused, text))
        }
        Err(_) => {
            let seconds = patience.as_secs();
            let text = format!(
                "Not sent: what was to be written did not come whole from the browser within {seconds} s. Send it again, or fewer \
                 rows at once."
            );
            Err(Fault::new(Kind::Timeout, text).with("seconds", seconds))
        }
    }
}

fn set(reply: &mut Reply, name: HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        reply.headers_mut().insert(name, value);
    }
}

/// For whoever is not admitted, and for what is not there.
fn nothing() -> Reply {
    let mut reply = Response::new(Full::default());
    *reply.status_mut() = hyper::StatusCode::NOT_FOUND;
    shut(&mut reply);
    reply
}

fn told(fault: &Fault) -> Reply {
    let mut reply = Response::new(Full::new(fault.json().to_string().into()));
    *reply.status_mut() = hyper::StatusCode::from_u16(fault.kind.status()).unwrap_or(hyper::StatusCode::BAD_GATEWAY);
    set(&mut reply, header::CONTENT_TYPE, "application/json");
    if let Some(wait) = fault.data("wait").and_then(Value::as_u64) {
        set(&mut reply, header::RETRY_AFTER, &wait.div_ceil(1000).to_string());
    }
    shut(&mut reply);
    reply
}

fn page(bytes: Vec<u8>, form: &'static str) -> Reply {
    let mut reply = Response::new(Full::new(bytes.into()));
    set(&mut reply, header::CONTENT_TYPE, form);
    shut(&mut reply);
    // The page shows itself in a frame (Share); its own policy, for everything else, stands in its head.
    set(&mut reply, header::CONTENT_SECURITY_POLICY, "frame-ancestors 'self'");
    reply
}

/// Nothing else in the browser gets at an answer, keeps it, or learns the token from it.
fn shut(reply: &mut Reply) {
    set(reply, header::CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'; sandbox");
    set(reply, header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(reply, header::REFERRER_POLICY, "no-referrer");
    set(reply, header::CACHE_CONTROL, "no-store");
    set(reply, HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    set(reply, HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
}

#[cfg(test)]
mod tests {
    use super::{PATIENCE, SENT, sent};
    use crate::fault::Kind;
    use http_body_util::Full;
    use hyper::body::{Body, Bytes, Frame};
    use std::convert::Infallible;
    use std::io;
    use std::pin::Pin;
    use std::task::{Context, Poll};
    use std::time::Duration;

    /// A body of which nothing ever comes.
    struct Stalled;

    impl Body for Stalled {
        type Data = Bytes;
        type Error = Infallible;

        fn poll_frame(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
            Poll::Pending
        }
    }

    /// One that breaks off.
    struct Broken;

    impl Body for Broken {
        type Data = Bytes;
        type Error = io::Error;

        fn poll_frame(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
            Poll::Ready(Some(Err(io::ErrorKind::ConnectionReset.into())))
        }
    }

    #[test]
    fn what_stalls_is_late_what_is_too_large_is_told_so_and_what_fits_is_taken() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
        let kind =
            |result: Result<Bytes, crate::fault::Fault>| result.map(|body| body.len()).map_err(|fault| fault.kind);
        runtime.block_on(async {
            assert_eq!(kind(sent(Stalled, Duration::ZERO).await), Err(Kind::Timeout));
            assert_eq!(kind(sent(Broken, PATIENCE).await), Err(Kind::Refused));
            for (bytes, expected) in [(SENT - 1, Ok(SENT - 1)), (SENT, Ok(SENT)), (SENT + 1, Err(Kind::TooLarge))] {
                assert_eq!(kind(sent(Full::new(Bytes::from(vec![0; bytes])), PATIENCE).await), expected, "{bytes}");
            }
        });
    }
}
