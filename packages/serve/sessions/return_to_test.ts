import assert from "node:assert/strict";
import { returnPath } from "./return_to.ts";

Deno.test("a browser comes back to the page that it asked for", () => {
  for (const path of ["/", "/runs", "/runs/1?follow=1&x=%2F", "/a//b", "/auth", "/authx/y"]) {
    assert.equal(returnPath(path), path);
  }
  assert.equal(returnPath("/runs#part"), "/runs");
});

Deno.test("whatever a browser could take for another site leads to the start", () => {
  const hostile = [
    null,
    "",
    "runs",
    "https://evil.example/",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/\r\nset-cookie: a=b",
    " //evil.example",
    "/..//evil.example",
    "/.//evil.example",
    "/x/..//evil.example",
    "/%2e%2e//evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "/auth/logout",
    "/auth/login?return_to=/",
    "/x/../auth/login",
    "/\u0000",
    "/é",
    `/${"x".repeat(2000)}`,
  ];
  for (const path of hostile) assert.equal(returnPath(path), "/", JSON.stringify(path));
});
