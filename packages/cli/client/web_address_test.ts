import assert from "node:assert/strict";
import { webAddress } from "./web_address.ts";

const BASE = "https://registry.example.org/";

Deno.test("an address that a server sends is of the web, and encrypted where the server is", () => {
  for (
    const [said, href] of [
      ["/device", "https://registry.example.org/device"],
      ["https://files.example.net/x?y=1", "https://files.example.net/x?y=1"],
      ["//files.example.net/x", "https://files.example.net/x"],
      ["http://169.254.169.254/latest/api/token", undefined],
      ["http://registry.example.org/device", undefined],
      ["file:///etc/passwd", undefined],
      ["FILE:///etc/passwd", undefined],
      ["data:text/html,x", undefined],
      ["javascript:alert(1)", undefined],
      ["blob:https://registry.example.org/x", undefined],
      ["ssh://-oProxyCommand=x/", undefined],
      ["https://[", undefined],
      [undefined, undefined],
      [7, undefined],
      [{ href: "https://registry.example.org" }, undefined],
    ] as const
  ) {
    assert.equal(webAddress(said, BASE)?.href, href, String(said));
  }
});

Deno.test("a server that is not encrypted may name an address that is not either", () => {
  assert.equal(webAddress("/x", "http://localhost:8080/")?.href, "http://localhost:8080/x");
  assert.equal(webAddress("file:///x", "http://localhost:8080/"), undefined);
});
