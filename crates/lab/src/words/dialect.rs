//! Statements in SQL, which the shell does not know.

/// What the shell has in the place of a statement in SQL. `None` of any other statement.
pub fn instead_of_sql(line: &str) -> Option<String> {
    let words = line.split([' ', '\t', '(', ';', ',']).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.map(|word| word.trim_matches(['\'', '"', '`'])).collect();
    let is = |at: usize, word: &str| words.get(at).is_some_and(|own| own.eq_ignore_ascii_case(word));
    let after = |word: &str| {
        let at = words.iter().position(|own| own.eq_ignore_ascii_case(word))?;
        words.get(at + 1).copied().filter(|name| !name.is_empty())
    };
    let (sql, table, forms): (_, _, &[&str]) = if is(0, "select") && after("from").is_some() {
        ("SELECT", after("from"), &["scan T", "get T, 'row'"])
    } else if is(0, "insert") && is(1, "into") {
        ("INSERT", after("into"), &["put T, 'row', 'family:qualifier', 'value'"])
    } else if is(0, "update") && words.iter().any(|word| word.eq_ignore_ascii_case("set")) {
        ("UPDATE", after("update"), &["put T, 'row', 'family:qualifier', 'value'"])
    } else if is(0, "delete") && is(1, "from") {
        ("DELETE", after("from"), &["deleteall T, 'row'"])
    } else if is(0, "create") && is(1, "table") {
        ("CREATE TABLE", after("table"), &["create T, 'family'"])
    } else if is(0, "drop") && is(1, "table") {
        ("DROP TABLE", after("table"), &["disable T", "drop T"])
    } else if is(0, "show") && is(1, "tables") {
        ("SHOW TABLES", None, &["list"])
    } else {
        return None;
    };
    let table = format!("'{}'", table.unwrap_or("table"));
    let forms = forms.iter().map(|form| form.replace('T', &table)).collect::<Vec<_>>();
    let or = if sql == "DROP TABLE" { ", then " } else { ", or " };
    Some(format!("HBase's shell has no SQL. In the place of {sql}: {}", forms.join(or)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_in_sql_is_told_as_commands() {
        let said = |line: &str| {
            instead_of_sql(line).unwrap_or_default().replace("HBase's shell has no SQL. In the place of ", "")
        };
        assert_eq!(said("SELECT * FROM comments WHERE id = 18;"), "SELECT: scan 'comments', or get 'comments', 'row'");
        assert_eq!(said("insert into `t` (a) values (1)"), "INSERT: put 't', 'row', 'family:qualifier', 'value'");
        assert_eq!(said("drop table t;"), "DROP TABLE: disable 't', then drop 't'");
        assert_eq!(said("show tables"), "SHOW TABLES: list");
        assert_eq!(said("create table"), "CREATE TABLE: create 'table', 'family'");
    }

    #[test]
    fn commands_of_the_shell_are_none() {
        for line in
            ["", "scan 'select'", "create 't', 'f'", "delete 't', 'r', 'f:q'", "drop 't'", "select = 1", "update"]
        {
            assert_eq!(instead_of_sql(line), None, "{line}");
        }
    }
}
