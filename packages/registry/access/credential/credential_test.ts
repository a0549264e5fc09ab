import assert from "node:assert/strict";
import fc from "fast-check";
import { readCredential } from "./credential.ts";

const NAME = "svc.session_token";

Deno.test("Authorization takes precedence over x-api-key and the cookie (spec 5.1)", () => {
  const headers = new Headers({
    authorization: "Bearer svc_a",
    "x-api-key": "svc_b",
    cookie: `${NAME}=c`,
  });
  assert.deepEqual(readCredential(headers, NAME), { from: "authorization", value: "svc_a" });
  headers.delete("authorization");
  assert.deepEqual(readCredential(headers, NAME), { from: "x-api-key", value: "svc_b" });
  headers.delete("x-api-key");
  assert.deepEqual(readCredential(headers, NAME), { from: "cookie", value: "c" });
  headers.delete("cookie");
  assert.deepEqual(readCredential(headers, NAME), { from: "none" });
});

Deno.test("an Authorization header that is not a bearer credential is refused, never skipped", () => {
  const key = `svc_${"0".repeat(32)}`;
  const schemes = ["Basic", "token", "Token", "ApiKey", "Key", "svc", "xBearer", "Bearerx", "DPoP"];
  for (
    const value of [
      ...schemes.map((scheme) => `${scheme} ${key}`),
      ...["Bearer", "Bearer ", "Bearer a b", "Bearer\tsvc_a", "Bearer=svc_a", key, ""],
    ]
  ) {
    const headers = new Headers({
      authorization: value,
      "x-api-key": "svc_b",
      cookie: `${NAME}=c`,
    });
    assert.throws(() => readCredential(headers, NAME), { code: "invalid_api_key" }, value);
  }
});

Deno.test("the scheme is read in any case", () => {
  const headers = new Headers({ authorization: "bearer svc_a" });
  assert.deepEqual(readCredential(headers, NAME), { from: "authorization", value: "svc_a" });
});

Deno.test("only the cookie of exactly that name is the session", () => {
  const headers = new Headers({ cookie: `x${NAME}=1; ${NAME}x=2; other=3` });
  assert.deepEqual(readCredential(headers, NAME), { from: "none" });
  headers.set("cookie", `a=1; ${NAME}=tok.sig%3D; b=2`);
  assert.deepEqual(readCredential(headers, NAME), { from: "cookie", value: "tok.sig=" });
});

Deno.test("no cookie header makes the reader throw", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      let headers: Headers;
      try {
        headers = new Headers({ cookie: text });
      } catch {
        return;
      }
      readCredential(headers, NAME);
    }),
  );
});
