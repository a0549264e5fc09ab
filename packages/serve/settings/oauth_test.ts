import assert from "node:assert/strict";
import { refusal } from "../../runtime/testing/refusal.ts";
import { readAllow } from "./file.ts";
import { settingsOf } from "./settings.ts";

Deno.test("lists are written with commas or repeated; people are asked about every four hours", () => {
  const { oauth, authMode } = settingsOf({
    "auth-mode": "oauth",
    "allowed-collectives": ["acme, tools:admin", "other"],
    "allowed-users": ["ada,bob"],
  });
  assert.equal(authMode, "oauth");
  assert.deepEqual(oauth!.admission.collectives, ["acme", "tools:admin", "other"]);
  assert.deepEqual(oauth!.admission.users, ["ada", "bob"]);
  assert.equal(oauth!.refreshMs, 4 * 3_600_000);
  const never = settingsOf({ "auth-mode": "oauth", "allowed-users": ["a"], "oauth-refresh": "0" });
  assert.equal(never.oauth!.refreshMs, 0);
});

Deno.test("what says who may sign in is refused where nobody does", () => {
  const idle = [
    { "allowed-collectives": ["acme"] },
    { "allowed-users": ["ada"] },
    { "oauth-provider": "https://registry.example.org" },
    { "oauth-client-id": "x" },
    { allow: [{ user: "ada", run: ["*"] }] },
  ];
  for (const given of idle) {
    assert.throws(() => settingsOf(given), refusal("usage", /--auth-mode oauth/));
    assert.throws(() => settingsOf({ ...given, "auth-mode": "token" }), refusal("usage"));
  }
  assert.equal(settingsOf({}).oauth, undefined);
});

Deno.test("a name that turns or hides the line it is shown in is refused", () => {
  for (const name of ["", " ", "a\u202eb", "a\nb", "x".repeat(129)]) {
    const given = { "auth-mode": "oauth", "allowed-users": ["a"], "oauth-client-name": name };
    assert.throws(() => settingsOf(given), refusal("usage"), JSON.stringify(name));
  }
});

Deno.test("a list of rules in the file is read whole, or told what is wrong with it", () => {
  const good = [{ collective: "acme", role: "admin", run: ["deploy"], read: ["*"] }];
  assert.deepEqual(readAllow(good), good);
  const wrong = [
    {},
    "acme",
    null,
    [null],
    ["acme"],
    [[]],
    [{ collective: 5 }],
    [{ collective: "acme", run: "deploy" }],
    [{ collective: "acme", run: [5] }],
    [{ collective: "acme", runs: ["deploy"] }],
    [JSON.parse('{"__proto__": {"user": "eve"}, "run": ["*"]}')],
    Array.from({ length: 1001 }, () => good[0]),
  ];
  for (const value of wrong) assert.equal(typeof readAllow(value), "string", JSON.stringify(value));
});
