//! `splitpoint check`: examples in documentation are found, run, and compared with what stands below them.

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Status, output and problems.
fn check(arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_splitpoint"));
    let output = command.arg("check").args(arguments).output().expect("the binary is there");
    let text = |bytes| String::from_utf8(bytes).expect("it prints UTF-8");
    (output.status.code().expect("it is not killed"), text(output.stdout), text(output.stderr))
}

fn place(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// A file of its own for a test.
fn file(name: &str, text: &str) -> PathBuf {
    let path = place(name);
    fs::write(&path, text).expect("it can be written");
    path
}

fn name(path: &Path) -> &str {
    path.to_str().expect("its name is UTF-8")
}

/// A file of this text: status and output. Nothing else is told.
fn checked(file_name: &str, text: &str) -> (i32, String) {
    let (status, text, problems) = check(&[name(&file(file_name, text))]);
    assert_eq!(problems, "", "{text}");
    (status, text.replace(&format!("{}:", name(&place(file_name))), ""))
}

/// Bad input: status 2 and one sentence.
fn refused(arguments: &[&str], part: &str) {
    let (status, text, problems) = check(arguments);
    assert_eq!((status, text.as_str()), (2, ""), "{arguments:?}: {problems}");
    assert_eq!(problems.lines().count(), 1, "{problems}");
    assert!(problems.starts_with("splitpoint: ") && problems.contains(part), "{problems}");
}

/// The last line where one example has its answer.
const ONE: &str = "1 example, 1 with an answer: all is well.\n";

#[test]
fn a_folder_of_documentation_is_checked_with_all_that_is_below_it() {
    let folder = place("documentation");
    let _ = fs::remove_dir_all(&folder);
    for inside in ["deep/er", ".hidden", "node_modules/some"] {
        fs::create_dir_all(folder.join(inside)).expect("it can be made");
    }
    let wrong = "```hbase-shell\nputs 1\n```\n\n```text\n2\n```\n";
    let right = wrong.replace('2', "1");
    let write = |path: &str, text: &str| fs::write(folder.join(path), text).expect("it can be written");
    write("a.md", &right);
    write("deep/b.asciidoc", "[source,hbase-shell]\n----\nputs 1\n----\n\n----\n3\n----\n");
    write("deep/er/c.md", wrong);
    for other in [".hidden/d.md", "node_modules/some/e.md", "deep/f.txt"] {
        write(other, wrong);
    }
    let (status, text, _) = check(&[name(&folder)]);
    assert_eq!(status, 1);
    let files: Vec<&str> = text.lines().filter(|line| line.contains("prints something else")).collect();
    assert_eq!(files.len(), 2, "{text}");
    assert!(files[0].contains("b.asciidoc:7:") && files[1].contains("c.md:6:"), "{text}");
    assert!(text.ends_with("3 examples, 3 with an answer: 2 are not as it should be.\n"), "{text}");
    let (status, text, _) = check(&["--json", name(&folder)]);
    let found: Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(status, 1);
    assert_eq!((&found["examples"], &found["answers"], &found["empty"]), (&json!(3), &json!(3), &json!([])));
    let files = found["files"].as_array().expect("a list");
    assert_eq!((files.len(), &files[0]["examples"], &files[0]["findings"]), (3, &json!(1), &json!([])));
    assert_eq!(files[2]["findings"], json!([{ "line": 6, "expected": ["2"], "printed": ["1"] }]));
    refused(&[name(&folder.join(".hidden").join("none"))], "cannot be read");
    fs::create_dir_all(folder.join("empty")).expect("it can be made");
    refused(&[name(&folder.join("empty"))], "has no file that ends with .md or .adoc or .asciidoc");
}

const DOC: &str = "# Page\n\n----\n\n```hbase-shell\ncreate 't', 'f'\n```\n\nText.\n\n```hbase-shell\nputs 1\nputs 2\n\
    ```\n\n```text\n1\n3\n```\n\n```sh\nls\n```\n";

#[test]
fn a_difference_is_found_and_mended() {
    let path = file("differs.md", DOC);
    let (status, text, _) = check(&[name(&path)]);
    assert_eq!(status, 1);
    let end = |end: &str| format!("2 examples, 1 with an answer: {end}.\n");
    let told = format!("{}:17: the example prints something else\n- 3\n+ 2\n", name(&path));
    assert_eq!(text, told + &end("1 is not as it should be"));
    assert_eq!(check(&["--update", name(&path)]), (0, end("1 is written anew"), String::new()));
    assert_eq!(fs::read_to_string(&path).expect("it is there"), DOC.replace("\n3\n", "\n2\n"));
    assert_eq!(check(&[name(&path)]), (0, end("all is well"), String::new()));
    // Lines end as they did, also those that are written anew.
    let path = file("windows.md", &DOC.replace('\n', "\r\n"));
    assert_eq!(check(&["--update", name(&path)]).0, 0);
    let written = fs::read_to_string(&path).expect("it is there");
    assert_eq!(written, DOC.replace("\n3\n", "\n2\n").replace('\n', "\r\n"));
}

#[test]
fn asciidoc_is_read() {
    let text =
        |out| format!("= Page\n\n[source,hbase-shell]\n----\nputs 1 + 1\n----\n\n[source,text]\n----\n{out}\n----\n");
    assert_eq!(checked("page.adoc", &text(2)), (0, ONE.to_owned()));
    assert_eq!(checked("wrong.adoc", &text(3)).0, 1);
    // What is under a title is no block, though nothing ends it.
    let titled = format!("Page\n----\n{}", text(2).replace("----", "-----"));
    assert_eq!(checked("titled.adoc", &titled), (0, ONE.to_owned()));
}

#[test]
fn an_unmarked_block_right_below_an_example_is_its_answer() {
    let page = |between: &str, out: &str| format!("```hbase-shell\nputs 1\n```\n{between}\n```\n{out}\n```\n");
    assert_eq!(checked("unmarked.md", &page("", "1")), (0, ONE.to_owned()));
    let (status, text) = checked("unmarked-wrong.md", &page("", "2"));
    assert!(status == 1 && text.starts_with("6: the example prints something else\n- 2\n+ 1\n"), "{text}");
    // Text parts them, and another mark says that it is something else.
    let none = (0, "1 example, 0 with an answer: all is well.\n".to_owned());
    assert_eq!(checked("parted.md", &page("Some text.\n", "2")), none);
    assert_eq!(checked("marked.md", "```hbase-shell\nputs 1\n```\n```ruby\n2\n```\n"), none);
}

/// As they are copied from a terminal: what has no prompt is what was answered. An answer may be left out.
#[test]
fn prompts_and_answers_can_stand_in_one_block() {
    let page = |count: &str| {
        format!(
            "```hbase-shell\nhbase:001:0> create 't',\n  'f'\nhbase:002:0> put 't', 'r', 'f:x', 'v'\n\
             Took 0.0060 seconds\nhbase:003:0> puts 1\n{count}\n```\n"
        )
    };
    assert_eq!(checked("copied.md", &page("1")), (0, ONE.to_owned()));
    let (status, text) = checked("copied-wrong.md", &page("2"));
    assert!(status == 1 && text.starts_with("7: the example prints something else\n- 2\n+ 1\n"), "{text}");
    let path = file("copied-renewed.md", &page("2"));
    assert_eq!(check(&["--update", name(&path)]).0, 0);
    assert_eq!(fs::read_to_string(&path).expect("it is there"), page("1"));
    let (status, text) = checked("copied-fails.md", &page("1").replace("create 't'", "create 'u'"));
    assert!(status == 1 && text.contains("5: the example prints something else\n- Took 0.0060 seconds\n"), "{text}");
}

/// The other files of its folder are checked all the same.
#[test]
fn a_file_that_is_no_text_is_told_with_its_line() {
    let folder = place("latin");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("it can be made");
    fs::write(folder.join("a.md"), b"# Caf\xe9\n").expect("it can be written");
    fs::write(folder.join("b.md"), "```hbase-shell\nputs 1\n```\n\n```text\n2\n```\n").expect("it can be written");
    let (status, text, _) = check(&[name(&folder)]);
    assert_eq!(status, 2, "{text}");
    assert!(text.contains("a.md:1: line 1 is no UTF-8 text: save the file as UTF-8.\n"), "{text}");
    assert!(text.contains("b.md:6: the example prints something else\n- 2\n+ 1\n"), "{text}");
    refused(&[name(&folder.join("a.md"))], "line 1 is no UTF-8 text");
}

#[test]
fn a_block_that_is_never_closed_ends_with_the_file() {
    let (status, text) = checked("open.md", "Text.\n\n```hbase-shell\nputs 1\nput 'none', 'r', 'f:x', 'v'\n");
    assert!(status == 1 && text.starts_with("5: the example fails: ERROR: Unknown table none!\n"), "{text}");
    let answer = "```hbase-shell\nputs 1\n```\n```text\n2\n\n";
    assert_eq!(checked("open-answer.md", answer).0, 1);
    assert_eq!(check(&["--update", name(&place("open-answer.md"))]).0, 0);
    let written = fs::read_to_string(place("open-answer.md")).expect("it is there");
    assert_eq!(written, "```hbase-shell\nputs 1\n```\n```text\n1\n");
    assert_eq!(checked("open.adoc", "[source,hbase-shell]\n----\nnope\n").0, 1);
    // A longer fence ends a block too, a shorter one does not.
    assert_eq!(checked("longer.md", "```hbase-shell\nputs 1\n`````\n\n```text\n1\n```\n"), (0, ONE.to_owned()));
    let inner = "````md\n```hbase-shell\nnope\n```\n````\n";
    assert_eq!(checked("inner.md", &format!("{inner}```hbase-shell\nputs 1\n```\n```\n1\n```\n")), (0, ONE.to_owned()));
}

#[test]
fn a_block_that_is_never_closed_ends_with_the_item_of_its_list() {
    let item = "- An item:\n\n  ```hbase-shell\n  puts 1\n\nThis is text.\n";
    let (status, text) = checked("item.md", item);
    assert_eq!((status, text.as_str()), (0, "1 example, 0 with an answer: all is well.\n"));
    // That text parts it from the next block.
    let (status, text) = checked("item.adoc", &format!("{item}\n----\n2\n----\n"));
    assert_eq!((status, text.as_str()), (0, "1 example, 0 with an answer: all is well.\n"));
}

#[test]
fn the_indent_of_a_fence_is_no_part_of_what_stands_inside() {
    let item = |margin: &str, out: &str| {
        let block = format!("```hbase-shell\nputs '1', '', '  2'\n```\n```text\n{out}\n```\n");
        let lines = block.lines().map(|line| if line.is_empty() { "\n".into() } else { format!("{margin}{line}\n") });
        format!("- Item:\n\n{}\n  It goes on.\n", lines.collect::<String>())
    };
    for margin in ["  ", "    ", "\t"] {
        assert_eq!(checked("list.md", &item(margin, "1\n\n  2")), (0, ONE.to_owned()));
        let path = file("list-wrong.md", &item(margin, "3"));
        let (status, text, _) = check(&[name(&path)]);
        assert!(status == 1 && text.contains("\n- 3\n+ 1\n+ \n+   2\n"), "{text}");
        assert_eq!(check(&["--update", name(&path)]).0, 0);
        assert_eq!(fs::read_to_string(&path).expect("it is there"), item(margin, "1\n\n  2"));
    }
    // A line with fewer blanks than its fence keeps what is left.
    let text = "  ```hbase-shell\nputs 1\n  ```\n  ```text\n 1\n  ```\n";
    assert_eq!(checked("less.md", text), (0, ONE.to_owned()));
}

#[test]
fn where_nothing_is_checked_it_is_said() {
    let none = file("none.md", "# Page\n\n```sh\nls\n```\n");
    refused(&[name(&none)], "none.md” has no example, so nothing is checked there.");
    let (status, text, _) = check(&["--json", name(&none)]);
    let found: Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(
        (status, found),
        (
            2,
            json!({
                "examples": 0,
                "answers": 0,
                "empty": [name(&none)],
                "files": [{ "file": name(&none), "examples": 0, "answers": 0, "findings": [] }],
            })
        )
    );
    // Beside other files it is told and no more, for whoever names `*.md`.
    let some = file("some.md", "```hbase-shell\nputs 1\n```\n```\n1\n```\n");
    let (status, text, problems) = check(&[name(&none), name(&some)]);
    assert_eq!((status, text.as_str(), problems.lines().count()), (0, ONE, 1), "{problems}");
    // Of a folder that was named, something has to be checked; which of its files that is, is not asked.
    let folder = place("without-examples");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("it can be made");
    fs::copy(&none, folder.join("none.md")).expect("it can be copied");
    refused(&[name(&folder)], "without-examples” has no example");
    let (status, text, problems) = check(&[name(&folder), name(&some)]);
    assert_eq!((status, text.as_str(), problems.lines().count()), (2, ONE, 1), "{problems}");
    fs::copy(&some, folder.join("some.md")).expect("it can be copied");
    assert_eq!(check(&[name(&folder)]), (0, ONE.to_owned(), String::new()));
}

#[test]
fn prompts_that_were_copied_are_left_out() {
    let prompts = ["hbase> ", "hbase:001:0> ", "hbase(main):001:0> ", "  hbase:12> ", "hbase:001:0>"];
    for (number, prompt) in prompts.iter().enumerate() {
        let page =
            format!("```hbase-shell\n{prompt}puts 'one'\n{prompt}puts 'two'\n{prompt}\n```\n```\none\ntwo\n```\n");
        assert_eq!(checked(&format!("prompt-{number}.md"), &page), (0, ONE.to_owned()), "{prompt}");
    }
    let within = "```hbase-shell\nhbase:001:0> puts [1,\nhbase:002:1*   2].size\nhbase:003:0> puts 'a\n\
        hbase:004:0' b'\n```\n```\n2\na\nb\n```\n";
    assert_eq!(checked("prompts-within.md", within), (0, ONE.to_owned()));
    // What only begins like one is a command.
    let command = "```hbase-shell\nhbase = 2\nputs hbase\nhbase>=3\nhbase *2\n```\n```\n=> 2\n2\n=> false\n=> 4\n```\n";
    assert_eq!(checked("no-prompt.md", command), (0, ONE.to_owned()));
}

#[test]
fn a_failure_says_what_is_wrong_and_where() {
    let told = |file: &str, example: &str| {
        let (status, text) = checked(file, &format!("# Page\n\n```hbase-shell\n{example}\n```\n"));
        assert_eq!(status, 1, "{text}");
        let first = text.lines().next().expect("a line").to_owned();
        assert!(text.ends_with("1 example, 0 with an answer: 1 is not as it should be.\n"), "{text}");
        first
    };
    let failed = told("fails-1.md", "put 'none', 'r', 'f:x', 'v'");
    assert_eq!(failed, "4: the example fails: ERROR: Unknown table none!");
    let failed = told("fails-2.md", "puts 1\n# a remark\n\nnope");
    assert!(
        failed.starts_with("7: the example fails: NameError (undefined local variable or method `nope'"),
        "{failed}"
    );
    let failed = told("fails-3.md", "puts 1\nputs )");
    assert!(failed.starts_with("5: the example fails: SyntaxError ((hbase):"), "{failed}");
    // A statement of several lines is named by its first, also one that stands in the file twice.
    let failed = told("fails-4.md", "x = 1\n[0].each do |y|\n  puts y\nend\n[0].each do |y|\n  nope y\nend\nputs 2");
    assert!(failed.starts_with("8: the example fails: NoMethodError"), "{failed}");
    // Lines that say who speaks are no commands.
    let failed = told("fails-5.md", "puts 1\nclient 'B'\nputs 1\nraise 'no'");
    assert_eq!(failed, "7: the example fails: RuntimeError: no");
    let failed = told("fails-6.md", "hbase> puts 1\nhbase> raise 'no'");
    assert_eq!(failed, "5: the example fails: RuntimeError: no");
}

#[test]
fn an_example_that_cannot_be_read_does_not_hide_the_others() {
    let page = "```hbase-shell\nputs 1\nputs (\n```\n```\n1\n```\n\n```hbase-shell\nputs 1\n```\n```\n2\n```\n";
    let (status, text) = checked("unreadable.md", page);
    let want = "3: the example fails: this statement has a beginning but no end.\n\
        13: the example prints something else\n- 2\n+ 1\n2 examples, 2 with an answer: 2 are not as it should be.\n";
    assert_eq!((status, text.as_str()), (1, want));
}

#[test]
fn our_own_page_is_true() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/cli.md");
    assert_eq!(check(&[page]), (0, "2 examples, 2 with an answer: all is well.\n".to_owned(), String::new()));
}

/// A line that would end the block of its answer is not written into it: the rest of the page would be read otherwise.
#[test]
fn an_answer_with_a_fence_is_no_end_of_its_block() {
    let markdown =
        "```hbase-shell\nputs '```'\n```\n\n```text\nold\n```\n\n```hbase-shell\nputs 2\n```\n\n```text\n1\n```\n";
    let adoc = "[source,hbase-shell]\n----\nputs '----'\n----\n\n----\nold\n----\n";
    for (file_name, text, fence, line) in [("fence.md", markdown, "```", 6), ("fence.adoc", adoc, "----", 7)] {
        let path = file(file_name, text);
        let (status, told, problems) = check(&[name(&path), "--update"]);
        assert_eq!((status, problems.as_str()), (1, ""), "{told}");
        let wanted = format!("{file_name}:{line}: the example prints “{fence}”, which would end this block");
        assert!(told.contains(&wanted), "{told}");
        let written = fs::read_to_string(&path).expect("it is there");
        assert_eq!(written, text.replace("\n1\n", "\n2\n"), "the other answer is written");
        let (_, told, _) = check(&[name(&path), "--update", "--json"]);
        let found: Value = serde_json::from_str(&told).expect("it is JSON");
        assert_eq!(found["files"][0]["findings"], serde_json::json!([{ "line": line, "ends": fence }]), "{told}");
    }
    // With a longer fence it can be written.
    let longer = markdown.replacen("```text\nold\n```\n", "````text\nold\n````\n", 1);
    let path = file("fence-longer.md", &longer);
    assert_eq!(check(&[name(&path), "--update"]).0, 0);
    assert_eq!(check(&[name(&path)]).0, 0);
}
