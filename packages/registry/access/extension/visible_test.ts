import assert from "node:assert/strict";
import { POLICY, type PolicyRow } from "@svc/core/policy";
import { resolvePrincipal } from "../credential/resolve.ts";
import type { Principal } from "../credential/principal.ts";
import { authorizeCollective, findMembership } from "../membership/authorize.ts";
import { addCollective, addPerson, addToken } from "../../testing/extensions/people.ts";
import { published } from "../../testing/extensions/push.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";
import { authorizeChange } from "./authorize.ts";
import { extensionOf, findVisible } from "./visible.ts";

const ROW = {
  method: "POST",
  path: "/test/{name}",
  credentials: ["personalKey", "collectiveToken"],
  role: "admin",
  summary: "Changes an extension",
  tag: POLICY["extensions.update"].tag,
} as const satisfies PolicyRow;
const CHANGE: PolicyRow = { ...ROW, scope: "extensions:push" };

/** A public and a private collective, each with an extension `tool`, and callers of each kind. */
async function world(registry: TestRegistry) {
  const { services } = registry;
  await addCollective(services, "open");
  await addCollective(services, "shut", { private: true });
  const as = async (key: string) =>
    await resolvePrincipal(services.auth.resolver, new Headers({ authorization: `Bearer ${key}` }));
  const ownerKey = await addPerson(services, "olga", { open: "owner", shut: "owner" });
  for (const slug of ["open", "shut"]) {
    await published(registry, ownerKey, { name: `@${slug}/tool` });
  }
  const callers: Record<string, Principal> = {
    nobody: { kind: "anonymous" },
    stranger: await as(await addPerson(services, "sam")),
    member: await as(await addPerson(services, "mary", { open: "member", shut: "member" })),
    admin: await as(await addPerson(services, "adam", { open: "admin", shut: "admin" })),
    owner: await as(ownerKey),
    reader: await as(await addToken(services, "shut", ["extensions:read"])),
    pusher: await as(await addToken(services, "shut", ["extensions:push"])),
    outsider: await as(await addToken(services, "open", ["extensions:read", "extensions:push"])),
  };
  return { services, callers };
}

/** What a question is answered for each caller: what `shown` makes of it, or the code of a refusal. */
async function answers<T>(
  callers: Record<string, Principal>,
  ask: (principal: Principal) => Promise<T>,
  shown: (found: T) => unknown,
): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const [name, principal] of Object.entries(callers)) {
    found[name] = await ask(principal).then(shown, (error) => error.code);
  }
  return found;
}

Deno.test("who sees a collective and its extension, and in which role", async () => {
  await using registry = await testRegistry();
  const { services: { db }, callers } = await world(registry);
  const [open, shut] = ["open", "shut"].map((slug) => (principal: Principal) =>
    findVisible(db, principal, `@${slug}/tool`)
  );
  const role = ({ role }: { role: unknown }) => role;
  const roles = { nobody: undefined, stranger: undefined, member: "member", admin: "admin" };
  assert.deepEqual(await answers(callers, open!, role), {
    ...roles,
    owner: "owner",
    reader: undefined,
    pusher: undefined,
    outsider: "member",
  });
  const none = "not_found";
  assert.deepEqual(await answers(callers, shut!, role), {
    ...{ ...roles, nobody: none, stranger: none },
    owner: "owner",
    reader: "member",
    // What a token may push, it need not be able to read.
    pusher: none,
    outsider: none,
  });
  const membership = (slug: string) => (principal: Principal) =>
    findMembership(db, principal, slug).then((found) => found ?? { role: none });
  assert.deepEqual(await answers(callers, membership("shut"), role), {
    ...{ ...roles, nobody: none, stranger: none },
    owner: "owner",
    reader: "member",
    pusher: "member",
    outsider: none,
  });
  for (const [slug, isPrivate] of [["open", false], ["shut", true]] as const) {
    const { collective } = await findVisible(db, callers["owner"]!, `@${slug}/tool`);
    const of = (await findMembership(db, callers["owner"]!, slug))!.collective;
    const { id } = await db.selectFrom("collective").select("id").where("slug", "=", slug)
      .executeTakeFirstOrThrow();
    assert.deepEqual(collective, { id, slug, name: slug, private: isPrivate });
    assert.deepEqual(of, {
      ...collective,
      personal: false,
      requiresSecondFactor: false,
    });
  }
});

Deno.test("a call whose row names no extension has none to give", () => {
  assert.throws(() => extensionOf({}), /names no extension/);
});

Deno.test("who may change an extension, and that what is not seen is not found, whatever the role", async () => {
  await using registry = await testRegistry();
  const { services, callers } = await world(registry);
  const change = (row: PolicyRow, name: string) => (principal: Principal) =>
    authorizeChange(services, principal, row, name);
  const done = ({ extension }: { extension: { name: string } }) => extension.name;
  const low = "role_too_low";
  const people = { admin: "@open/tool", owner: "@open/tool" };
  assert.deepEqual(await answers(callers, change(CHANGE, "@open/tool"), done), {
    ...people,
    ...{ nobody: low, stranger: low, member: low },
    ...{ reader: "wrong_collective", pusher: "wrong_collective", outsider: "@open/tool" },
  });
  assert.deepEqual(await answers(callers, change(CHANGE, "@shut/tool"), done), {
    ...{ nobody: "not_found", stranger: "not_found", member: low },
    ...{ admin: "@shut/tool", owner: "@shut/tool" },
    ...{ reader: "missing_scope", pusher: "@shut/tool", outsider: "wrong_collective" },
  });
  assert.deepEqual(await answers(callers, change(CHANGE, "@open/absent"), done), {
    ...Object.fromEntries(Object.keys(callers).map((name) => [name, "not_found"])),
    ...{ reader: "wrong_collective", pusher: "wrong_collective" },
  });
  await assert.rejects(change(CHANGE, "@shut/tool")(callers["stranger"]!), {
    message: "There is no extension '@shut/tool'",
  });
});

Deno.test("a row for any role asks for none, and one for members refuses outsiders", async () => {
  await using registry = await testRegistry();
  const { services, callers } = await world(registry);
  const ask = (role: PolicyRow["role"]) => (principal: Principal) =>
    authorizeCollective(services, principal, { ...ROW, role }, "open");
  const reached = async (role: PolicyRow["role"]) =>
    Object.entries(await answers(callers, ask(role), () => "yes"))
      .filter(([, answer]) => answer === "yes").map(([name]) => name);
  const people = ["nobody", "stranger", "member", "admin", "owner"];
  for (const role of ["none", "any"] as const) {
    assert.deepEqual(await reached(role), [...people, "outsider"]);
  }
  assert.deepEqual(await reached("member"), [...people.slice(2), "outsider"]);
  assert.deepEqual(await reached("admin"), [...people.slice(3), "outsider"]);
  assert.deepEqual(await reached("owner"), ["owner", "outsider"]);
  await assert.rejects(ask("owner")(callers["admin"]!), {
    hint: "Your role is admin; ask an owner or admin.",
  });
  await assert.rejects(ask("owner")(callers["stranger"]!), {
    hint: "You are not a member of this collective.",
  });
});

Deno.test("a deleted collective's extension is found by a lockfile alone, and only a public one", async () => {
  await using registry = await testRegistry();
  const { services: { db, now }, callers } = await world(registry);
  await db.updateTable("collective").set({ deleted_at: now().toISOString() }).execute();
  const owner = callers["owner"]!;
  const find = (slug: string, options = {}) => findVisible(db, owner, `@${slug}/tool`, options);
  assert.equal((await find("open", { deletedToo: true })).extension.name, "@open/tool");
  await assert.rejects(find("open"), { code: "not_found" });
  await assert.rejects(find("shut", { deletedToo: true }), { code: "not_found" });
  assert.equal(await findMembership(db, owner, "open"), undefined);
});
