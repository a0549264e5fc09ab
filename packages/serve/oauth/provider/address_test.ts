import assert from "node:assert/strict";
import { refusal } from "../../../runtime/testing/refusal.ts";
import { assertReturnable, parseProvider } from "./address.ts";

Deno.test("a registry is reached over TLS, or on this machine", () => {
  const good = {
    "https://registry.example.org": "https://registry.example.org",
    "https://registry.example.org/": "https://registry.example.org",
    "https://registry.example.org:8443": "https://registry.example.org:8443",
    "http://localhost:8080": "http://localhost:8080",
    "http://127.0.0.1:8080/": "http://127.0.0.1:8080",
    "http://[::1]:8080": "http://[::1]:8080",
  };
  for (const [text, url] of Object.entries(good)) assert.equal(parseProvider(text), url);
  const bad = [
    "",
    "registry.example.org",
    "http://registry.example.org",
    "http://localhost.evil.example",
    "http://127.0.0.1.evil.example",
    "http://127.0.0.1@evil.example",
    "https://user:secret@registry.example.org",
    "https://registry.example.org/path",
    "https://registry.example.org/?x",
    "https://registry.example.org/#x",
    "file:///etc/passwd",
  ];
  for (const text of bad) assert.throws(() => parseProvider(text), refusal("usage"), text);
});

Deno.test("people come back over TLS, or to this machine", () => {
  for (const url of ["https://serve.example.org", "http://127.0.0.1:9090"]) assertReturnable(url);
  for (const url of ["http://serve.example.org", "http://10.0.0.5:9090"]) {
    assert.throws(() => assertReturnable(url), refusal("usage", /not encrypted/));
  }
});
