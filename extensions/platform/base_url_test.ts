import assert from "node:assert/strict";
import { apiBaseUrl } from "./base_url.ts";

/** Calls `body` with this value of `GITHUB_API_URL`. */
function withVariable(value: string | undefined, body: () => void) {
  const before = Deno.env.get("GITHUB_API_URL");
  const set = (text: string | undefined) =>
    text === undefined ? Deno.env.delete("GITHUB_API_URL") : Deno.env.set("GITHUB_API_URL", text);
  set(value);
  try {
    body();
  } finally {
    set(before);
  }
}

Deno.test("the argument comes before the variable, the public API last", () => {
  withVariable("https://two.example/api/v3", () => {
    assert.equal(apiBaseUrl("https://one.example/api/v3/"), "https://one.example/api/v3");
    assert.equal(apiBaseUrl(" "), "https://two.example/api/v3");
    assert.equal(apiBaseUrl(), "https://two.example/api/v3");
  });
  withVariable(undefined, () => assert.equal(apiBaseUrl(), "https://api.github.com"));
});

Deno.test("http is for loopback only", () => {
  for (const url of ["http://127.0.0.1:80", "http://localhost:1/api/v3", "http://[::1]:2"]) {
    assert.equal(apiBaseUrl(url), new URL(url).href.replace(/\/$/, ""));
  }
  for (const url of ["http://example.com", "http://127.0.0.1.example.com", "ftp://localhost"]) {
    assert.throws(() => apiBaseUrl(url), { code: "wrong_base_url" });
  }
});

for (const url of ["localhost", "https://", "https://h/?q", "https://h/#f", "https://u:pw@h"]) {
  Deno.test(`'${url}' is not an address of an API, and no password is repeated`, () => {
    assert.throws(() => apiBaseUrl(url), (error: Error) => {
      assert.match(
        error.message,
        /^baseUrl.* is not an address\. Write https:\/\/api\.github\.com/,
      );
      assert.ok(!error.message.includes("pw"));
      return true;
    });
  });
}
