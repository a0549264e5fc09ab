// deno-lint-ignore-file no-console
import assert from "node:assert/strict";
import { svc, temporaryConfig } from "../testing/host.ts";
import { jqFilter } from "./filter.ts";

/** Expressions with what jq's manual says they print, and the forms that lists of svc are asked in. */
const EXPRESSIONS: readonly [expression: string, document: unknown, printed: string][] = [
  [".", { b: 1, a: [null, true] }, '{"b":1,"a":[null,true]}\n'],
  [".foo", { foo: 42, bar: "less interesting data" }, "42\n"],
  [".foo", {}, "null\n"],
  ['.["foo"]?', [1, 2], ""],
  [".[2:4]", "abcdefghi", "cd\n"],
  [
    ".user, .projects[]",
    { user: "stedolan", projects: ["jq", "wikiflow"] },
    "stedolan\njq\nwikiflow\n",
  ],
  ["(. + 2) * 5", 1, "15\n"],
  [
    "{user, title: .titles[]}",
    { user: "s", titles: ["A", "B"] },
    '{"user":"s","title":"A"}\n{"user":"s","title":"B"}\n',
  ],
  [".. | .a?", [[{ a: 1 }]], "1\n"],
  ["keys", { abc: 1, abcd: 2, Foo: 3 }, '["Foo","abc","abcd"]\n'],
  ["map_values(. // empty)", { a: null, b: true, c: false }, '{"b":true}\n'],
  ["(false, null, 1) // 42", null, "1\n"],
  ["try error catch .", "error message", "error message\n"],
  [
    "sort_by(.foo, .bar)",
    [{ foo: 4, bar: 10 }, { foo: 3, bar: 20 }, { foo: 3, bar: 10 }],
    '[{"foo":3,"bar":10},{"foo":3,"bar":20},{"foo":4,"bar":10}]\n',
  ],
  ["group_by(.a) | map(length)", [{ a: 1 }, { a: 2 }, { a: 1 }], "[2,1]\n"],
  [". as [$a, $b, {c: $c}] | $a + $b + $c", [2, 3, { c: 4 }], "9\n"],
  ["reduce .[] as [$i,$j] (0; . + $i * $j)", [[1, 2], [3, 4], [5, 6]], "44\n"],
  ['capture("(?<a>[a-z]+)-(?<n>[0-9]+)")', "xyzzy-14", '{"a":"xyzzy","n":"14"}\n'],
  [
    '"The input was \\(.), which is one less than \\(.+1)"',
    42,
    "The input was 42, which is one less than 43\n",
  ],
  ['@sh "echo \\(.)"', "O'Hara's Ale", "echo 'O'\\''Hara'\\''s Ale'\n"],
  [
    "def addvalue(f): f as $x | map(. + $x); addvalue(.[0])",
    [[1, 2], [10, 20]],
    "[[1,2,1,2],[10,20,1,2]]\n",
  ],
  ['(..|select(type=="boolean")) |= if . then 1 else 0 end', [true, [false, 5]], "[1,[0,5]]\n"],
  ["fromdate", "2015-03-05T23:51:47Z", "1425599507\n"],
  ['.runs[] | select(.status == "failed") | [.id, .behavior] | @tsv', {
    runs: [{ id: "a", behavior: "x", status: "failed" }, { id: "b", status: "succeeded" }],
  }, "a\tx\n"],
  // What is no part of jq's output is kept: empty texts, blanks and line ends at both ends.
  ['"", " a ", "b\\n"', null, "\n a \nb\n\n"],
  ["-1", null, "-1\n"],
  ["empty", null, ""],
];

Deno.test("expressions print what jq's manual says, texts raw and each result on a line", async () => {
  for (const [expression, document, printed] of EXPRESSIONS) {
    const filter = await jqFilter(expression);
    assert.equal(filter(JSON.stringify(document)), printed, expression);
  }
});

Deno.test("an expression sees no variable of the process and no file", async () => {
  assert.ok(Deno.env.get("PATH"));
  const filter = await jqFilter("[$ENV.PATH, env.PATH, $ENV.SVC_API_KEY]");
  assert.equal(filter("null"), '["/","/",null]\n');
  for (const expression of ['import "/etc/passwd" as $p; $p', 'include "a"; .']) {
    await assert.rejects(jqFilter(expression), { code: "usage" }, expression);
  }
});

Deno.test("one that takes too much memory ends with a reason, and with nothing of jq's on stderr", async () => {
  const filter = await jqFilter('[range(1e9) | "\\(.)"]');
  const { error } = console;
  const said: unknown[] = [];
  console.error = (...words) => void said.push(words);
  try {
    assert.throws(() => filter("null"), { code: "usage", message: /too much memory$/ });
    console.error("still there");
  } finally {
    console.error = error;
  }
  assert.deepEqual(said, [["still there"]]);
});

Deno.test("a wrong expression is a wrong command line: exit 2, and the command is not run", async () => {
  await using folder = await temporaryConfig();
  const { exit, stdout, stderr } = await svc(["init", "--jq", ".path["], { cwd: folder.path });
  assert.deepEqual([exit, stdout], [2, ""]);
  const { error, code, hint } = JSON.parse(stderr);
  assert.equal(code, "usage");
  assert.match(error, /^--jq is not a jq expression: syntax error, unexpected end of file, line 1/);
  assert.doesNotMatch(error, /compile error|top-level|jq: /);
  assert.match(hint, /jqlang\.org\/manual/);
  assert.deepEqual([...Deno.readDirSync(folder.path)], []);
});

Deno.test("what fails on the result says that the command was done: exit 2", async () => {
  const { exit, stdout, stderr } = await svc(["version", "--jq", ".version.major"]);
  assert.deepEqual([exit, stdout], [2, ""]);
  assert.deepEqual(JSON.parse(stderr), {
    error:
      'The command succeeded, but --jq failed on its result: Cannot index string with string ("major")',
    code: "usage",
    hint: "--json prints the whole result.",
  });
});

Deno.test("--jq implies --json, also for a refusal, and works on help", async () => {
  const refused = await svc(["extension", "list", "--jq=.extensions[].name"], { cwd: "/" });
  assert.equal(JSON.parse(refused.stderr).code, "not_a_repository");
  const listing = '.commands[] | select(.path == "run list").lists';
  assert.equal((await svc(["help", "--jq", listing])).stdout, ".runs[]\n");
  assert.equal((await svc(["run", "--help", "--jq", listing])).stdout, ".runs[]\n");
  assert.equal((await svc(["--jq", ".version|length", "version"])).stdout, "10\n");
  assert.equal((await svc(["--jq=.version|length", "version"])).stdout, "10\n");
  assert.equal((await svc(["help", "output", "--jq", ".topic"])).stdout, "output\n");
});

Deno.test("a command that prints as it goes refuses --jq", async () => {
  const { exit, stderr } = await svc(["serve", "--jq", "."]);
  assert.equal(exit, 2);
  assert.match(JSON.parse(stderr).error, /^'svc serve' prints as it goes/);
});

Deno.test("on a terminal a text cannot move the cursor; a pipe gets it as it is", async () => {
  const argv = ["version", "--jq", '"a\\u001b[2Jb", {c: "\\u202e"}'];
  assert.equal((await svc(argv)).stdout, 'a\x1b[2Jb\n{"c":"\\u202e"}\n');
  assert.match((await svc(argv, { terminal: true })).stdout, /^a\\x1b\[2Jb\n/);
});
