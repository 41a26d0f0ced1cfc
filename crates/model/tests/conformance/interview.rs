//! Answers steps that somebody asks one by one: a JSON object a line in, an answer a line out.
//!
//! `{"do": "begin", "auto": bool}` starts anew. A step the model panics at is answered `{"panic": message}`.

use crate::race::Worlds;
use crate::{difference, message};
use serde_json::{Value as Json, json};
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Answers until there are no more questions.
pub(crate) fn run() -> io::Result<()> {
    let mut worlds = Worlds::new(false);
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let step: Json = serde_json::from_str(&line?)?;
        let answer = if difference::verb(&step) == "begin" {
            worlds = Worlds::new(step["auto"].as_bool().unwrap_or(false));
            json!({})
        } else {
            catch_unwind(AssertUnwindSafe(|| worlds.perform(&step)))
                .unwrap_or_else(|panic| json!({ "panic": message(&*panic) }))
        };
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}
