//! The arguments about the REST gateway of a cluster of one's own: address, credentials, limits.

use clap::Args;
use splitpoint_bridge::{Address, Credentials, Limits, Prefix};
use std::env;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

/// The environment variable that can hold the credentials instead of a file.
const VARIABLE: &str = "SPLITPOINT_REST_AUTH";

/// Where the gateway is, what it is shown, and what the cluster is spared.
#[derive(Args)]
pub(crate) struct Options {
    /// The address of the REST gateway: http://host:8080, or https://knox:8443/gateway/default/hbase.
    #[arg(long, value_name = "URL")]
    rest: String,
    /// A file with the credentials, one line: basic USER:PASSWORD, or bearer TOKEN. The variable SPLITPOINT_REST_AUTH can hold
    /// the same.
    #[arg(long, value_name = "FILE")]
    auth: Option<PathBuf>,
    /// A file with headers that are sent with every call, one Name: value a line, for Knox and the like.
    #[arg(long, value_name = "FILE")]
    header_file: Option<PathBuf>,
    /// A file in PEM with the authority that signed the gateway's certificate. Else the system's are trusted.
    #[arg(long, value_name = "FILE")]
    pub(crate) ca: Option<PathBuf>,
    /// Seconds that one call of the gateway may take.
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=600))]
    timeout: u64,
    /// The most calls of the gateway in a second.
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    calls: u32,
    /// The most bytes of one answer.
    #[arg(long, value_name = "N", default_value_t = 32 << 20, value_parser = clap::value_parser!(u64).range(1024..=1 << 30))]
    bytes: u64,
}

impl Options {
    /// The address of the gateway.
    pub(crate) fn address(&self) -> Result<Address, String> {
        Address::new(&self.rest).map_err(say)
    }

    /// The credentials for the gateway. Warns if other users can read their file.
    pub(crate) fn credentials(&self) -> Result<Credentials, String> {
        let mut credentials = Credentials::default();
        match (&self.auth, env::var(VARIABLE)) {
            (Some(file), _) => credentials.auth_file(file).map_err(say)?,
            (None, Ok(text)) => credentials.auth(&text, VARIABLE).map_err(say)?,
            (None, Err(env::VarError::NotPresent)) => {}
            (None, Err(env::VarError::NotUnicode(_))) => return Err(format!("{VARIABLE} is no text.")),
        }
        if let Some(file) = &self.header_file {
            credentials.header_file(file).map_err(say)?;
        }
        for file in [&self.auth, &self.header_file].into_iter().flatten() {
            if is_readable_by_others(file) {
                tell(format_args!(
                    "Others of this machine can read “{}”: chmod 600 keeps it to yourself.",
                    file.display()
                ));
            }
        }
        let address = self.address()?;
        if !credentials.is_empty() && address.is_open() {
            tell(format_args!(
                "The credentials go to {address} unencrypted, and can be read on the way: use an https address if there is one."
            ));
        }
        Ok(credentials)
    }

    /// The limits of calls to the gateway. Answers are not cached.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            timeout: Duration::from_secs(self.timeout),
            calls: self.calls,
            bytes: usize::try_from(self.bytes).unwrap_or(usize::MAX),
            keeps: Duration::ZERO,
        }
    }

    /// The prefixes of the names of tables that may be written.
    pub(crate) fn writable(prefixes: &[String]) -> Result<Vec<Prefix>, String> {
        prefixes.iter().map(|text| Prefix::new(text)).collect::<Result<_, _>>().map_err(say)
    }
}

/// Prints a sentence on the standard error stream.
pub(crate) fn tell(sentence: impl Display) {
    // Where nobody reads it, the work goes on.
    let _ = writeln!(io::stderr(), "{sentence}");
}

fn say(problem: impl Display) -> String {
    problem.to_string()
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
