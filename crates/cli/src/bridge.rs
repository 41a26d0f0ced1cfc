//! The page beside a cluster of one's own: reads what the bridge is to do from arguments, files and the environment, and runs it.

use crate::outcome::Outcome;
use clap::Args;
use splitpoint_bridge::{Address, Bridge, Credentials, Limits, Page, Prefix, Settings};
use std::env;
use std::fmt::Display;
use std::path::PathBuf;
use std::time::Duration;

/// Names the same as a file for --auth.
const VARIABLE: &str = "SPLITPOINT_REST_AUTH";

/// The part of a link that opens the cluster.
const VIEW: &str = "#start=comments&wide=cluster";

/// The versions that the bridge is tried with.
const KNOWN: [&str; 3] = ["2.4", "2.5", "2.6"];

/// What is served, to whom, and what the cluster is spared.
#[derive(Args)]
pub(crate) struct Request {
    /// The address of the REST gateway: http://host:8080, or https://knox:8443/gateway/default/hbase.
    #[arg(long, value_name = "URL")]
    rest: String,
    /// The folder of a page that was built. Else it is looked for in dist and page, beside this program and here.
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,
    /// The port on 127.0.0.1; any free one where none is named.
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Tables whose names begin so may be written, made and dropped; can be given several times. Without it the bridge only reads.
    #[arg(long, value_name = "PREFIX")]
    write: Vec<String>,
    /// A file with the credentials, one line: basic USER:PASSWORD, or bearer TOKEN. The variable SPLITPOINT_REST_AUTH can hold
    /// the same.
    #[arg(long, value_name = "FILE")]
    auth: Option<PathBuf>,
    /// A file with headers that are sent with every call, one Name: value a line, for Knox and the like.
    #[arg(long, value_name = "FILE")]
    header_file: Option<PathBuf>,
    /// A file in PEM with the authority that signed the gateway's certificate. Else the system's are trusted.
    #[arg(long, value_name = "FILE")]
    ca: Option<PathBuf>,
    /// Seconds that one call of the gateway may take.
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=600))]
    timeout: u64,
    /// The most calls of the gateway in a second.
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    calls: u32,
    /// The most bytes of one answer.
    #[arg(long, value_name = "N", default_value_t = 32 << 20, value_parser = clap::value_parser!(u64).range(1024..=1 << 30))]
    bytes: u64,
    /// Seconds that tables, regions, schema and status are kept, so that two tabs cost no more than one; 0: never.
    #[arg(long, value_name = "SECONDS", default_value_t = 2, value_parser = clap::value_parser!(u64).range(0..=3600))]
    cache: u64,
}

/// Serves until it is interrupted.
pub(crate) fn run(request: &Request) -> Result<Outcome, String> {
    let settings = settings(request)?;
    if !settings.credentials.is_empty() && settings.rest.is_open() {
        tell(format_args!(
            "The credentials go to {} unencrypted, and can be read on the way: use an https address if there is one.",
            settings.rest
        ));
    }
    let (rest, folder) = (settings.rest.clone(), settings.page.folder().to_owned());
    let bridge = Bridge::new(settings).map_err(|problem| problem.to_string())?;
    match bridge.look() {
        Ok(version) => {
            tell(format_args!("The cluster behind {rest} has HBase {version}."));
            if !KNOWN.iter().any(|known| version.starts_with(&format!("{known}."))) {
                tell("The bridge is made for HBase 2.4 to 2.6: some of what the page asks may be answered otherwise.");
            }
        }
        // The page says the same, and asks again: the gateway may come later.
        Err(fault) => tell(fault),
    }
    match request.write.as_slice() {
        [] => tell("The page can only read. --write PREFIX would let it write tables whose names begin so."),
        some => {
            tell(format_args!("The page can write, make and drop tables whose names begin with {}.", some.join(" or ")))
        }
    }
    tell(format_args!("Page: {}", folder.display()));
    println!("{}{VIEW}", bridge.address());
    tell("Open this address in a browser of this machine; whoever knows it can ask the cluster. Ctrl-C ends it.");
    bridge.run().map_err(|problem| problem.to_string())?;
    Ok(Outcome::default())
}

/// Says something beside the address, which alone goes to the standard output.
fn tell(sentence: impl Display) {
    eprintln!("{sentence}");
}

fn settings(request: &Request) -> Result<Settings, String> {
    fn say(problem: impl Display) -> String {
        problem.to_string()
    }
    let mut credentials = Credentials::default();
    match (&request.auth, env::var(VARIABLE)) {
        (Some(file), _) => credentials.auth_file(file).map_err(say)?,
        (None, Ok(text)) => credentials.auth(&text, VARIABLE).map_err(say)?,
        (None, Err(env::VarError::NotPresent)) => {}
        (None, Err(env::VarError::NotUnicode(_))) => return Err(format!("{VARIABLE} is no text.")),
    }
    if let Some(file) = &request.header_file {
        credentials.header_file(file).map_err(say)?;
    }
    for file in [&request.auth, &request.header_file].into_iter().flatten() {
        if is_readable_by_others(file) {
            tell(format_args!("Others of this machine can read “{}”: chmod 600 keeps it to yourself.", file.display()));
        }
    }
    let page = match &request.page {
        Some(folder) => Page::new(folder),
        None => Page::find(env::current_exe().ok().as_deref(), env::current_dir().ok().as_deref()),
    };
    Ok(Settings {
        rest: Address::new(&request.rest).map_err(say)?,
        credentials,
        ca: request.ca.clone(),
        page: page.map_err(say)?,
        port: request.port,
        writable: request.write.iter().map(|text| Prefix::new(text)).collect::<Result<_, _>>().map_err(say)?,
        limits: Limits {
            timeout: Duration::from_secs(request.timeout),
            calls: request.calls,
            bytes: usize::try_from(request.bytes).unwrap_or(usize::MAX),
            keeps: Duration::from_secs(request.cache),
        },
        clock: Settings::clock(),
    })
}

#[cfg(unix)]
fn is_readable_by_others(file: &std::path::Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|data| data.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn is_readable_by_others(_: &std::path::Path) -> bool {
    false
}
