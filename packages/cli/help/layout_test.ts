import assert from "node:assert/strict";
import { stripVTControlCharacters } from "node:util";
import { svc } from "../testing/host.ts";
import { COMMANDS, GROUPS } from "../table/table.ts";
import { definitions, paragraphs, roomOf } from "./layout.ts";
import { TOPICS } from "./topics.ts";

const ROWS = [
  ["  --name <text>", "Its label; cli-<host>-<time> when none set"],
  ["  --yes", "Go ahead without asking"],
] as const;

Deno.test("texts wrap under themselves, beside their labels", async () => {
  assert.deepEqual(definitions(ROWS, await roomOf(45)), [
    "  --name <text>  Its label; cli-<host>-<time>",
    "                 when none set",
    "  --yes          Go ahead without asking",
  ]);
});

Deno.test("one column less than a text needs beside its label puts it below", async () => {
  assert.equal(definitions(ROWS, await roomOf(17 + 24)).length, 4);
  assert.deepEqual(definitions(ROWS, await roomOf(17 + 23)).slice(0, 2), [
    "  --name <text>",
    "      Its label; cli-<host>-<time> when",
  ]);
});

Deno.test("off a terminal lines stay as they were written", async () => {
  assert.equal(definitions(ROWS, await roomOf(0)).length, 2);
  assert.equal(paragraphs("one\ntwo", await roomOf(0)), "one\ntwo");
});

Deno.test("a paragraph is filled again, a list of two columns keeps its rows", async () => {
  assert.equal(paragraphs("one two\nthree\n\nfour", await roomOf(9)), "one two\nthree\n\nfour");
  assert.equal(paragraphs("one two\nthree\n\nfour", await roomOf(20)), "one two three\n\nfour");
  assert.equal(
    paragraphs("key=value    a text\nkey=@path    the content of a file", await roomOf(60)),
    "key=value  a text\nkey=@path  the content of a file",
  );
});

Deno.test("at 50 columns every help page fits, but for lines that are to be copied", async () => {
  const pages = [...Object.keys(COMMANDS), ...Object.keys(GROUPS), ...Object.keys(TOPICS), ""];
  for (const path of pages) {
    const words = path === "" ? [] : path.split(" ");
    const { stdout } = await svc(["help", ...words], { terminal: true, columns: 50 });
    const wide = stripVTControlCharacters(stdout).split("\n")
      .filter((line) => line.length > 50 && line.trim().includes(" "))
      .filter((line) => !/^(Usage: | {2}(?![\s#-])).*\bsvc\b/.test(line));
    assert.deepEqual(wide, [], path);
  }
});
