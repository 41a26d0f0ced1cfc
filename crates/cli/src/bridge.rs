//! The verb `bridge`: reads arguments, files and the environment, and serves the page beside a cluster of one's own.

use crate::gateway::{Options, tell};
use crate::outcome::Outcome;
use clap::Args;
use splitpoint_bridge::{Bridge, Limits, Page, Settings};
use std::env;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

/// The part of a link, from `#` on, that opens the view of a cluster.
const VIEW: &str = "#start=comments&wide=cluster";

/// The versions of HBase with which the bridge was tested.
const KNOWN: [&str; 3] = ["2.4", "2.5", "2.6"];

/// What is served, to whom, and what the cluster is spared.
#[derive(Args)]
pub(crate) struct Request {
    #[command(flatten)]
    gateway: Options,
    /// The folder of a page that was built. Else it is looked for in dist and page, beside this program and here.
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,
    /// The port on 127.0.0.1; any free one where none is named.
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Tables whose names begin so may be written, made and dropped; can be given several times. Without it the bridge only reads.
    #[arg(long, value_name = "PREFIX")]
    write: Vec<String>,
    /// Seconds that tables, regions, schema and status are kept, so that two tabs cost no more than one; 0: never.
    #[arg(long, value_name = "SECONDS", default_value_t = 2, value_parser = clap::value_parser!(u64).range(0..=3600))]
    cache: u64,
}

/// Serves until it is interrupted.
pub(crate) fn run(request: &Request) -> Result<Outcome, String> {
    let settings = settings(request)?;
    let (rest, folder) = (settings.rest.clone(), settings.page.folder().to_owned());
    let bridge = Bridge::new(settings).map_err(|problem| problem.to_string())?;
    match bridge.look() {
        Ok(version) => {
            tell(format_args!("The cluster behind {rest} has HBase {version}."));
            if !KNOWN.iter().any(|known| version.starts_with(&format!("{known}."))) {
                tell("The bridge is made for HBase 2.4 to 2.6: some of what the page asks may be answered otherwise.");
            }
        }
        // The page says the same and asks again, since the gateway may be started later.
        Err(fault) => tell(fault),
    }
    match request.write.as_slice() {
        [] => tell("The page can only read. --write PREFIX would let it write tables whose names begin so."),
        some => {
            tell(format_args!("The page can write, make and drop tables whose names begin with {}.", some.join(" or ")))
        }
    }
    tell(format_args!("Page: {}", folder.display()));
    writeln!(io::stdout(), "{}{VIEW}", bridge.address()).map_err(|problem| problem.to_string())?;
    tell("Open this address in a browser of this machine; whoever knows it can ask the cluster. Ctrl-C ends it.");
    bridge.run().map_err(|problem| problem.to_string())?;
    Ok(Outcome::default())
}

fn settings(request: &Request) -> Result<Settings, String> {
    let Request { gateway, page, port, write, cache } = request;
    let credentials = gateway.credentials()?;
    let page = match page {
        Some(folder) => Page::new(folder),
        None => Page::find(env::current_exe().ok().as_deref(), env::current_dir().ok().as_deref()),
    };
    Ok(Settings {
        rest: gateway.address()?,
        credentials,
        ca: gateway.ca.clone(),
        page: page.map_err(|problem| problem.to_string())?,
        port: *port,
        writable: Options::writable(write)?,
        limits: Limits { keeps: Duration::from_secs(*cache), ..gateway.limits() },
        clock: Settings::clock(),
    })
}
