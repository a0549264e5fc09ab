import assert from "node:assert/strict";
import { isExternal, type Reference, referencesIn, strongest } from "./references.ts";

const HERE = "octocat/hello";
const told = (text: string) =>
  referencesIn(text, HERE).map(({ target, relationship, external }) =>
    `${relationship} ${target}${external ? " external" : ""}`
  );

Deno.test("a number, a full name, GH- and an address name a subject", () => {
  assert.deepEqual(
    told(
      "see #1, a/b#2, GH-3 and https://github.com/c/d/pull/4, https://host.example/e/f/issues/5",
    ),
    [
      "text octocat/hello#1",
      "text a/b#2 external",
      "text octocat/hello#3",
      "text c/d#4 external",
      "text e/f#5 external",
    ],
  );
});

Deno.test("each closing word of the platform makes a closing reference", () => {
  const words = ["close", "closes", "closed", "fix", "fixes", "fixed", "resolve", "resolves"];
  for (const word of [...words, "resolved", "FIXES", "Fixes:"]) {
    assert.deepEqual(told(`${word} #7`), ["closing octocat/hello#7"], word);
  }
  for (const word of ["closing", "prefixes", "refix", "fixe", "close-"]) {
    assert.deepEqual(told(`${word} #7`), ["text octocat/hello#7"], word);
  }
  assert.deepEqual(told("fixes a/b#7"), ["closing a/b#7 external"]);
});

Deno.test("what only looks like a reference is none", () => {
  for (
    const text of [
      "a#1",
      "#0",
      "#12a",
      "&#39;",
      "`#1`",
      "```\nfixes #1\n```",
      "```\nfixes #1 without an end",
      "#1234567890",
      "https://github.com/c/d/pulls/4",
    ]
  ) assert.deepEqual(told(text), [], text);
});

Deno.test("a target counts once, by its strongest relationship, whatever its capitals", () => {
  assert.deepEqual(told("#7, then fixes Octocat/Hello#7 and #8"), [
    "closing octocat/hello#7",
    "text octocat/hello#8",
  ]);
  const one: Reference = { target: "a/b#1", relationship: "text", external: true };
  assert.deepEqual(strongest([one, { ...one, relationship: "cross-reference" }]), [
    { ...one, relationship: "cross-reference" },
  ]);
  assert.equal(isExternal("OCTOCAT/hello#1", HERE), false);
  assert.equal(isExternal("octocat/hello2#1", HERE), true);
});

Deno.test("a text of the longest length costs no more than its length, however it is made", () => {
  for (
    const piece of ["a/", "a/a", "fixes ", "#", "`", "```", "```\n", "https://a/", "GH-", "a-_"]
  ) {
    const text = piece.repeat(65_536 / piece.length);
    assert.deepEqual(referencesIn(text, HERE), [], piece);
  }
  assert.equal(referencesIn("#1 #2 #3 ".repeat(7000), HERE).length, 3);
  const many = Array.from({ length: 300 }, (_, index) => `#${index + 1}`).join(" ");
  assert.equal(referencesIn(many, HERE).length, 200);
});
