//! What is repeated, as a loop.

use super::code::Code;
use crate::intent::{Digits, Does, Plan, Walk};

/// As in the plan: the square of anything below it fits in a long.
const PRIME: i64 = 2_147_483_647;

/// The loop of a plan. Clients that share it are threads.
pub(super) fn repeat(code: &mut Code, plan: &Plan) {
    code.import("org.apache.hadoop.hbase.util.Bytes");
    let clients = plan.clients;
    if clients > 1 {
        code.import("java.util.concurrent.ExecutorService")
            .import("java.util.concurrent.Executors")
            .import("java.util.concurrent.TimeUnit");
        code.line(format!("ExecutorService clients = Executors.newFixedThreadPool({clients});"));
        code.open(format!("for (int client = 0; client < {clients}; client++)"));
        code.line("int own = client;");
        code.open("clients.submit(() ->");
    }
    code.table(&plan.table);
    code.open(match clients {
        0 | 1 => format!("for (int n = 0; n < {}; n++)", plan.times),
        _ => format!("for (int n = own; n < {}; n += {clients})", plan.times),
    });
    wait(code, plan);
    number(code, plan);
    key(code, plan);
    match &plan.does {
        Does::Insert { family, qualifier, bytes } => {
            code.client("Put").import("java.util.Arrays");
            code.line(format!("byte[] value = new byte[{bytes}];"));
            code.line("Arrays.fill(value, (byte) 'v');");
            let column = code.column(family.as_bytes(), qualifier);
            code.line(format!("table.put(new Put(key).addColumn({column}, value));"));
        }
        Does::Get => {
            code.client("Get");
            code.line("table.get(new Get(key));");
        }
    }
    code.close();
    code.close();
    if clients > 1 {
        code.line("return null;");
        code.end("});");
        code.close();
        code.line("clients.shutdown();");
        code.line("clients.awaitTermination(1, TimeUnit.HOURS);");
    }
}

/// Waits until the next request is sent.
fn wait(code: &mut Code, plan: &Plan) {
    const NOW: &str = "System.currentTimeMillis()";
    let Some((rate, span)) = plan.share() else { return };
    if span.is_multiple_of(rate) {
        return code.line(format!("Thread.sleep({0} - {NOW} % {0});", span / rate));
    }
    code.line(format!("long ms = {NOW} % {span};"));
    code.line(format!("Thread.sleep(((ms * {rate} / {span} + 1) * {span} + {}) / {rate} - ms);", rate - 1));
}

/// Works out `number` from `n`.
fn number(code: &mut Code, plan: &Plan) {
    let first = plan.first;
    let drawn = |code: &mut Code, seed: u32| {
        code.line(format!("long x = ({seed}L * 1_000_003L + n + 1) % {PRIME}L;"));
        code.line(format!("x = (x * x + n) % {PRIME}L;"));
        code.line(format!("x = x * x % {PRIME}L;"));
    };
    match plan.walk {
        Walk::Step(by) => code.line(format!("long number = {first}L + n * {by}L;")),
        Walk::Random { seed, among } => {
            drawn(code, seed);
            code.line(format!("long number = {first}L + x % {}L;", among.max(1)));
        }
        Walk::Zipf { seed, among } => {
            drawn(code, seed);
            let octaves = (u64::from(among) + 1).ilog2().max(1);
            code.line(format!("long octave = 1L << x % {octaves};"));
            code.line(format!("long number = {first}L + octave - 1 + x / {octaves} % octave;"));
        }
        Walk::Time { reversed: false } => code.line("long number = System.currentTimeMillis();"),
        Walk::Time { reversed: true } => code.line("long number = Long.MAX_VALUE - System.currentTimeMillis();"),
    }
}

/// Works out `key` from `number`.
fn key(code: &mut Code, plan: &Plan) {
    let bare = match plan.digits {
        Digits::Long => "Bytes.toBytes(number)",
        Digits::Int => "Bytes.toBytes((int) number)",
        Digits::Decimal(width) => {
            code.line("String digits = Long.toString(number);");
            code.open(format!("while (digits.length() < {width})"));
            code.line("digits = \"0\" + digits;");
            code.close();
            "Bytes.toBytes(digits)"
        }
    };
    if plan.prefixes == 0 {
        code.line(format!("byte[] key = {bare};"));
        return;
    }
    code.line(format!("int bucket = (int) Math.floorMod(number, {}L);", plan.prefixes));
    let prefix = match plan.digits {
        Digits::Decimal(_) => "Bytes.toBytes(String.format(\"%02d-\", bucket))",
        _ => "new byte[] {(byte) bucket}",
    };
    code.line(format!("byte[] key = Bytes.add({prefix}, {bare});"));
}
