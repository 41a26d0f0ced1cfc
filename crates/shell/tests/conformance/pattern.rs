//! Compares text with text in which places are left open: `<t>`, `<ts>`, `<id>`, `<enc>`, `<server>`, `<n>`.

/// What an open place may hold.
fn fits(kind: &str, text: &str) -> usize {
    let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).count();
    match kind {
        "t" => {
            let whole = digits(text);
            let rest = &text[whole..];
            match rest.strip_prefix('.') {
                Some(rest) if whole > 0 && digits(rest) > 0 => whole + 1 + digits(rest),
                _ => 0,
            }
        }
        // A local time, or milliseconds, or a time with its zone.
        "ts" => {
            let long = digits(text);
            if long >= 12 {
                return long;
            }
            let time = text.chars().take_while(|c| c.is_ascii_digit() || matches!(c, '-' | ':' | 'T' | '.')).count();
            match text[time..].strip_prefix(' ') {
                // `2026-01-02 03:04:05 UTC`
                Some(rest) if time == 10 && rest.starts_with(|c: char| c.is_ascii_digit()) => {
                    let clock = rest.chars().take_while(|c| c.is_ascii_digit() || *c == ':').count();
                    let zone = rest[clock..]
                        .chars()
                        .take_while(|c| *c == ' ' || c.is_ascii_uppercase() || matches!(c, '+' | '0'))
                        .count();
                    time + 1 + clock + zone
                }
                _ => time,
            }
        }
        "id" => text.chars().take_while(char::is_ascii_hexdigit).count(),
        "enc" => {
            let count = text.chars().take_while(char::is_ascii_hexdigit).count();
            if count == 32 { count } else { 0 }
        }
        "server" => {
            let count = text
                .chars()
                .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ',' | ':' | '_'))
                .count();
            if text[..count].contains([',', ':']) { count } else { 0 }
        }
        "n" => digits(text),
        _ => 0,
    }
}

const KINDS: &[&str] = &["t", "ts", "id", "enc", "server", "n"];

/// How far `ours` fits the beginning of `want`: the lengths of both, in bytes.
pub(crate) fn agree(want: &str, ours: &str) -> (usize, usize) {
    let (mut at, mut other) = (0, 0);
    while at < want.len() && other < ours.len() {
        let rest = &want[at..];
        let open = rest.strip_prefix('<').and_then(|rest| {
            KINDS.iter().find(|kind| rest.strip_prefix(**kind).is_some_and(|rest| rest.starts_with('>')))
        });
        if let Some(kind) = open {
            let length = fits(kind, &ours[other..]);
            if length > 0 {
                at += kind.len() + 2;
                other += length;
                continue;
            }
        }
        let (Some(left), Some(right)) = (rest.chars().next(), ours[other..].chars().next()) else { break };
        if left != right {
            break;
        }
        at += left.len_utf8();
        other += right.len_utf8();
    }
    (at, other)
}
