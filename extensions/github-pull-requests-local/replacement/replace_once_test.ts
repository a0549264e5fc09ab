import assert from "node:assert/strict";
import * as fc from "fast-check";
import { replaceOnce } from "./replace_once.ts";

const text = (...args: Parameters<typeof replaceOnce>) => replaceOnce(...args).text;
const code = (expected: string) => (error: unknown) => {
  assert.equal((error as { code?: string }).code, expected, String(error));
  return true;
};

Deno.test("the only match is replaced, and what its lines said before and say after is told", () => {
  assert.deepEqual(replaceOnce("a = 1\nb = 2\nc = 3\n", "^b = (\\d)$", "b = $1$1"), {
    text: "a = 1\nb = 22\nc = 3\n",
    line: 2,
    before: "b = 2",
    after: "b = 22",
  });
  const two = replaceOnce("one\ntwo\nthree\nfour\n", "wo\nthr", "-");
  assert.deepEqual([two.before, two.after, two.line], ["two\nthree", "t-ee", 2]);
  const gone = replaceOnce("one\ntwo\nthree\n", "^two\n", "");
  assert.deepEqual([gone.text, gone.before, gone.after], ["one\nthree\n", "two", ""]);
});

Deno.test("no match, several matches and an empty match are refused with what to do", () => {
  assert.throws(() => replaceOnce("abc", "x", ""), code("no_match"));
  assert.throws(() => replaceOnce("", "x", ""), code("no_match"));
  assert.throws(() => replaceOnce("x\ny\nx\nx\n", "x", ""), (error: unknown) => {
    assert.match(String(error), /matches 3 times, first on line 1, 3, 4\. It must match exactly/);
    return code("several_matches")(error);
  });
  assert.throws(() => replaceOnce("x\n".repeat(1000), "x", ""), /matches 100 or more times/);
  for (const empty of ["x*", "^", "$", "", "(?:)"]) {
    assert.throws(() => replaceOnce("ab\n", empty, "y"), code("invalid"), empty);
  }
});

Deno.test("what is not RE2 is refused, and the error says which syntax it is", () => {
  for (const pattern of ["(?=a)", "(?!a)", "(?<=a)b", "(a)\\1", "(", "a{2000}", "[z-a]", "\\"]) {
    assert.throws(() => replaceOnce("a", pattern, ""), /RE2 syntax, which has no look-around/);
  }
  assert.throws(() => replaceOnce("a", "^a(", ""), /missing closing \): `\^a\(`\./);
  assert.equal(text("HELLO", "(?i)hello", "x"), "x");
});

Deno.test("a replacement refers to groups by $1, $<name> and $&, and $$ is a dollar", () => {
  assert.equal(text("k=v", "(?P<key>\\w)=(\\w)", "$2=$<key>"), "v=k");
  assert.equal(text("k=v", "(\\w)=(\\w)", "$$1 ${HOME} $x $"), "$1 ${HOME} $x $");
  assert.equal(text("k=v", "=", "[$&]"), "k[=]v");
  assert.equal(text("a", "(a)", "$10"), "a0");
  assert.equal(text("ab", "a(x)?b", "[$1]"), "[]");
  for (const reference of ["$0", "$2", "$<nope>", "$<toString>", "$<__proto__>"]) {
    assert.throws(() => replaceOnce("a", "(a)", reference), code("invalid"), reference);
  }
  assert.equal(text("a", "(?P<__proto__>a)", "$<__proto__>"), "a");
});

Deno.test("a replacement that would grow beyond the limit is refused before it is put together", () => {
  const long = "x".repeat(900_000);
  assert.throws(() => replaceOnce(long, "(x+)", "$1".repeat(30_000)), code("too_large"));
});

Deno.test("CRLF stays CRLF: $ and .* stop before it and new lines get it", () => {
  const file = "a = 1\r\nb = 2\r\nc = 3\r\n";
  assert.equal(text(file, "^b = .*$", "b = 3"), "a = 1\r\nb = 3\r\nc = 3\r\n");
  assert.equal(text(file, "^b = 2$", "b = 2\nd = 4"), "a = 1\r\nb = 2\r\nd = 4\r\nc = 3\r\n");
  assert.equal(text(file, "2\nc", "2\r\nc"), file);
  assert.equal(text(file, "(?s)(1.*3)", "<$1>"), "a = <1\r\nb = 2\r\nc = 3>\r\n");
  assert.deepEqual(replaceOnce(file, "2\nc", "2 c").before, "b = 2\r\nc = 3");
});

Deno.test("a pattern that names the carriage return sees it", () => {
  assert.equal(text("a\r\nb\n", "\\r\\n", "\n"), "a\nb\n");
  assert.equal(text("a\r\nb\n", "a\\x0d\\n", "a\n"), "a\nb\n");
  assert.equal(text("a\rb", "\\r", ""), "ab");
});

Deno.test("a file of mixed line ends keeps each of them", () => {
  const file = "a\r\nb\nc\r\nd";
  assert.equal(text(file, "^b$", "x\ny"), "a\r\nx\ny\nc\r\nd");
  assert.equal(text(file, "^c$", "x\ny"), "a\r\nb\nx\r\ny\r\nd");
  assert.equal(text(file, "^d$", "x\ny"), "a\r\nb\nc\r\nx\r\ny");
});

Deno.test("the byte order mark and the missing final newline stay", () => {
  assert.equal(text("\ufeffname: a", "^name: .*$", "name: b"), "\ufeffname: b");
  assert.equal(replaceOnce("\ufeffname: a", "a$", "b").before, "name: a");
  assert.equal(text("\ufeffa\r\nb\r\n", "b", "c"), "\ufeffa\r\nc\r\n");
});

Deno.test("outside of the match every byte stays, whatever the line ends and characters", () => {
  const part = fc.array(
    fc.constantFrom("a", "\r\n", "\n", "\r", "é", "😀", "\ufeff", "\0", "$", " "),
    { maxLength: 12 },
  ).map((parts) => parts.join(""));
  fc.assert(fc.property(part, part, part, (before, after, put) => {
    const file = `${before}NEEDLE${after}`;
    const replaced = text(file, "NEEDLE", put.replaceAll("$", "$$$$"));
    assert.ok(replaced.startsWith(before), "before");
    assert.ok(replaced.endsWith(after), "after");
    const middle = replaced.slice(before.length, replaced.length - after.length);
    assert.equal(middle.replaceAll("\r\n", "\n"), put.replaceAll("\r\n", "\n"));
  }));
});

Deno.test("the lines that are shown end after 10,000 characters, at a whole one", () => {
  const { before } = replaceOnce(`N${"a".repeat(9_998)}😀b`, "N", "M");
  assert.equal(before.length, 9_999);
  assert.ok(before.isWellFormed());
});

Deno.test("patterns that take other engines for ever take a time linear in the file", () => {
  // A backtracking engine needs 2^60000 steps for these: that they return at all is the proof.
  for (const length of [60_000, 120_000]) {
    const file = "a".repeat(length) + "b\n";
    assert.throws(() => replaceOnce(file, "(a+)+$", ""), code("no_match"));
    assert.throws(() => replaceOnce(file, "(?:a|aa)*c", ""), code("no_match"));
    assert.throws(() => replaceOnce(file, "((?:a?){50}a{50})+$", ""), code("no_match"));
  }
});
