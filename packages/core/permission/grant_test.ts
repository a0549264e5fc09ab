import { deepEqual, equal, ok, throws } from "node:assert/strict";
import fc from "fast-check";
import { isSvcError, type SvcError } from "../error/error.ts";
import { grantText, grantTexts, parseGrant, permissionsOf } from "./grant.ts";
import { PERMISSION_KINDS } from "./permission.ts";

for (
  const [text, kind, entry] of [
    ["net:api.example.com", "net", "api.example.com"],
    ["net:api.example.com:8443", "net", "api.example.com:8443"],
    ["net:[::1]:80", "net", "[::1]:80"],
    ["net:*", "net", "*"],
    ["net:${globalArgs.url}", "net", "${globalArgs.url}"],
    ["run:/usr/bin/git", "run", "/usr/bin/git"],
    ["read:~/data", "read", "~/data"],
    ["read:2026/a:b", "read", "2026/a:b"],
    ["data:@acme/*", "data", "@acme/*"],
  ]
) {
  Deno.test(`${text} is read and written back`, () => {
    deepEqual(parseGrant(text!), { kind, entry });
    equal(grantText(parseGrant(text!)), text);
  });
}

function refusalOf(text: string): SvcError {
  let error: unknown;
  throws(() => parseGrant(text), (thrown) => {
    error = thrown;
    return isSvcError(thrown);
  });
  return error as SvcError;
}

for (
  const [text, meant] of [
    ["api.example.com", "net:api.example.com"],
    ["https://api.example.com/v3", "net:api.example.com"],
    ["localhost:8080", "net:localhost:8080"],
    ["~/data", "read:~/data"],
    ["/etc/hosts", "read:/etc/hosts"],
    ["git", undefined],
    ["", undefined],
    ["NET:a.b", undefined],
    ["toString:x", undefined],
  ]
) {
  Deno.test(`'${text}' without a kind is refused with the kinds${meant ? ` and ${meant}` : ""}`, () => {
    const { code, hint } = refusalOf(text!);
    equal(code, "invalid_argument");
    for (const kind of PERMISSION_KINDS) ok(hint!.includes(kind));
    equal(hint!.includes("Did you mean"), meant !== undefined);
    if (meant !== undefined) ok(hint!.includes(`Did you mean ${meant}?`));
  });
}

Deno.test("an entry that cannot be granted is refused with what is allowed, and shown as it is", () => {
  ok(refusalOf("read:C:\\data").message.includes("must be a path"));
  ok(refusalOf("write:~").message.includes("must be a path below the home folder"));
  ok(refusalOf("env:SVC_API_KEY").message.includes("must be another variable"));
  const { message } = refusalOf("net:a.b\u202e\nok");
  ok(message.includes("\\u202e") && !message.includes("\u202e"), message);
  ok(refusalOf(`net:${"a".repeat(5000)}`).message.length < 500);
});

Deno.test("grants become permissions and back, each once", () => {
  const grants = ["net:a.b", "run:git", "net:c.d:80", "read:~"];
  deepEqual(permissionsOf([...grants, "net:a.b"]), {
    net: ["a.b", "c.d:80"],
    run: ["git"],
    read: ["~"],
  });
  deepEqual(permissionsOf([]), {});
  fc.assert(fc.property(fc.subarray(grants), (some) => {
    deepEqual(grantTexts(permissionsOf(some)).sort(), [...some].sort());
  }));
});
