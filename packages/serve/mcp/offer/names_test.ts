import { equal, match, notEqual, ok } from "node:assert/strict";
import { toolName } from "./names.ts";

Deno.test("a plain short pair is its own name", () => {
  equal(toolName("deploy", "plan"), "deploy__plan");
  equal(toolName("repo-insight", "list_prs"), "repo-insight__list_prs");
});

Deno.test("whatever the names are, clients take the tool's name", () => {
  const strange = [
    "@acme/team/my-repo",
    "",
    "a b",
    "😀",
    "../..",
    "x".repeat(500),
    "__",
    "a\u0000b",
  ];
  for (const behavior of strange) {
    for (const method of [...strange, "run"]) {
      match(
        toolName(behavior, method),
        /^[a-zA-Z0-9_-]{1,48}$/,
        JSON.stringify([behavior, method]),
      );
    }
  }
});

Deno.test("no two pairs share a name, also where the separator stands in one of them", () => {
  const parts = [
    "a",
    "b",
    "a_",
    "_b",
    "a__b",
    "b__c",
    "c",
    "@a/b",
    "@a-b",
    "a-b",
    "@a/b/c",
    "x".repeat(60),
  ];
  const names = parts.flatMap((one) => parts.map((other) => toolName(one, other)));
  equal(new Set(names).size, names.length);
});

Deno.test("nobody gets the name of another pair by calling a behavior like its digest", () => {
  const shortened = toolName("@acme/x", "run");
  const [behavior, method] = shortened.split("__") as [string, string];
  notEqual(toolName(behavior, method), shortened);
  ok(toolName(behavior, method).includes("-h"));
});

Deno.test("long names that differ in the last character stay different", () => {
  const long = "a".repeat(60);
  notEqual(toolName(`${long}1`, "run"), toolName(`${long}2`, "run"));
});
