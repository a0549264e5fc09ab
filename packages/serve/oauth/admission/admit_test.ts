import assert from "node:assert/strict";
import { refusal } from "../../../runtime/testing/refusal.ts";
import { ALL_RIGHTS } from "../../rights/rights.ts";
import { type Admission, allowedCollectives, parseRules, type Person, rightsOf } from "./rule.ts";

function person(username: string, roles: Record<string, string> = {}): Person {
  const all = new Map(Object.entries(roles));
  return { sub: `${username}-id`, username, email: "", name: username, roles: all };
}

const rights = (admission: Admission, who: Person) => rightsOf(parseRules(admission), who);

Deno.test("options let members of a collective, a least role and named people do everything", () => {
  const admission = { collectives: ["acme", "tools:admin"], users: ["bob"] };
  const table: [Person, boolean][] = [
    [person("ada", { acme: "member" }), true],
    [person("ada", { tools: "member" }), false],
    [person("ada", { tools: "admin" }), true],
    [person("ada", { tools: "owner" }), true],
    [person("bob"), true],
    [person("bobb"), false],
    [person("acme"), false],
    [person("ada", { acme2: "owner", acm: "owner" }), false],
    [person("ada"), false],
  ];
  for (const [who, admitted] of table) {
    const found = rights(admission, who);
    assert.deepEqual(found, admitted ? { run: ALL_RIGHTS.run, read: [] } : undefined, who.username);
  }
});

Deno.test("a role that is not known is none", () => {
  for (const role of ["", "king", "OWNER", "toString", "token"]) {
    assert.equal(rights({ collectives: ["acme"] }, person("ada", { acme: role })), undefined, role);
  }
});

Deno.test("rules give what they say, all that are about a person together", () => {
  const admission = {
    allow: [
      { collective: "acme", read: ["audit*"] },
      { collective: "acme", role: "admin", run: ["deploy:plan"] },
      { user: "ada", run: ["report"] },
    ],
  };
  assert.deepEqual(rights(admission, person("carl", { acme: "member" })), {
    run: [],
    read: ["audit*"],
  });
  assert.deepEqual(rights(admission, person("ada", { acme: "admin" })), {
    run: [{ behavior: "deploy", method: "plan" }, { behavior: "report", method: "*" }],
    read: ["audit*"],
  });
  assert.equal(rights(admission, person("eve")), undefined);
});

Deno.test("options beside rules say who gets in; a rule lets in nobody then, and no rule is not a right", () => {
  const admission = {
    collectives: ["acme:admin"],
    allow: [{ collective: "acme", read: ["*"] }, { user: "eve", run: ["*"] }],
  };
  assert.equal(rights(admission, person("eve")), undefined);
  assert.equal(rights(admission, person("ada", { acme: "member" })), undefined);
  assert.deepEqual(rights(admission, person("ada", { acme: "owner" })), { run: [], read: ["*"] });
  const other = { users: ["bob"], allow: [{ collective: "acme", read: ["*"] }] };
  assert.equal(rights(other, person("bob")), undefined);
});

Deno.test("nobody at all, and what is not a rule, is refused at the start", () => {
  const wrong: Admission[] = [
    {},
    { collectives: [], users: [], allow: [] },
    { collectives: ["acme:king"] },
    { collectives: ["acme:admin:owner"] },
    { collectives: [""] },
    { collectives: [":admin"] },
    { collectives: ["Acme"] },
    { users: [""] },
    { users: ["a b"] },
    { users: ["*"] },
    { collectives: ["*"] },
    { allow: [{ run: ["*"] }] },
    { allow: [{ collective: "acme" }] },
    { allow: [{ collective: "acme", user: "ada", run: ["*"] }] },
    { allow: [{ user: "ada", role: "admin", run: ["*"] }] },
    { allow: [{ collective: "acme:admin", run: ["*"] }] },
    { allow: [{ collective: "acme", run: ["a*b"] }] },
    { allow: [{ collective: "acme", read: ["a:b"] }] },
  ];
  for (const admission of wrong) {
    assert.throws(() => parseRules(admission), refusal("usage"), JSON.stringify(admission));
  }
});

Deno.test("a server is listed for the collectives that let somebody in", () => {
  const listed = (admission: Admission) => allowedCollectives(parseRules(admission));
  assert.deepEqual(listed({ collectives: ["acme", "acme:admin", "tools"] }), ["acme", "tools"]);
  const allow = [{ collective: "acme", run: ["*"] }, { user: "ada", run: ["*"] }];
  assert.deepEqual(listed({ allow }), ["acme"]);
  assert.deepEqual(listed({ users: ["ada"], allow }), []);
});
