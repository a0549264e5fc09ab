import { equal } from "node:assert/strict";
import { causeIn, unreachableLine } from "./cause.ts";

/** What the platform says, and what people are told. */
const SAID: [message: string, cause: string | undefined][] = [
  ["connect ECONNREFUSED 127.0.0.1:1", "the connection was refused"],
  ["tcp connect error: Connection refused (os error 111)", "the connection was refused"],
  ["getaddrinfo ENOTFOUND a.invalid", "the name was not found (DNS)"],
  ["dns error: failed to lookup address information", "the name was not found (DNS)"],
  ["invalid peer certificate: UnknownIssuer", "its certificate is not trusted"],
  ["self-signed certificate in certificate chain", "its certificate is not trusted"],
  ["connect EHOSTUNREACH 10.0.0.1:80", "the network is unreachable"],
  ["Failed to spawn 'tool': entity not found", "the program was not found"],
  ["spawn tool ENOENT", "the program was not found"],
  ["ENOENT: no such file or directory, open 'x'", undefined],
  ["terraform not found on PATH", undefined],
  ["Issue 5 was not found", undefined],
];

for (const [message, cause] of SAID) {
  Deno.test(`'${message}' means: ${cause ?? "nothing of the kind"}`, () => {
    equal(causeIn(message), cause);
  });
}

Deno.test("a host that was not reached is named without the rest of the address", () => {
  const text =
    "error sending request for url (https://a.example/): client error (Connect): dns error";
  equal(unreachableLine(text), "a.example:443: the name was not found (DNS)");
  equal(unreachableLine("error sending request for url (https://a\u202e/): dns error"), undefined);
  equal(unreachableLine("404"), undefined);
});
