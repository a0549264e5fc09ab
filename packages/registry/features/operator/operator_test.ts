import assert from "node:assert/strict";
import { besideServer } from "../../admin/testing/beside.ts";
import { makeOperator } from "../../testing/operator.ts";
import { type Person, personalKey, send, signUp } from "../identity/testing.ts";
import type { TestRegistry } from "../../testing.ts";

const OVERVIEW = "GET /api/v1/admin/overview";
const NOTE = { note: "Nothing is wrong with it." };

const asOperator = async (registry: TestRegistry, { cookie }: Person) => {
  const read = await send(registry, OVERVIEW, { cookie });
  const act = await send(registry, "POST /api/v1/admin/reports/1/close", { cookie, body: NOTE });
  return [read.status, act.status];
};

Deno.test("the operator's mark is given on the server alone, to who has a second factor, and ends with it", async () => {
  await using beside = await besideServer();
  const { registry, admin, json } = beside;
  const ada = await signUp(registry, "ada");
  assert.match((await admin("operators")).stdout, /^No account is an operator's/);
  const without = await json(1, "operators", "add", "ada");
  assert.deepEqual([without.code, without.error], ["conflict", "ada has no second factor"]);
  assert.equal((await json(1, "operators", "add", "adda")).code, "not_found");
  assert.equal((await json(2, "operators", "add")).code, "usage");
  assert.deepEqual(await asOperator(registry, ada), [404, 404]);

  await makeOperator(registry, ada);
  // 404 by the handler: there is no report 1.
  assert.deepEqual(await asOperator(registry, ada), [200, 404]);
  assert.match((await admin("operators")).stdout, /^ada {2}since \d{4}-\d\d-\d\d\n$/);
  assert.equal((await json(1, "operators", "add", "ada")).code, "conflict");
  await json(0, "operators", "remove", "ada");
  assert.deepEqual(await asOperator(registry, ada), [404, 404]);
  await json(0, "operators", "add", "ada");

  await json(0, "remove-factor", "ada");
  assert.deepEqual((await json(0, "operators")).operators, [], "its password alone is no operator");
  assert.deepEqual(await asOperator(registry, ada), [404, 404]);
  const bea = await signUp(registry, "bea");
  await makeOperator(registry, bea);
  assert.deepEqual((await json(0, "operators")).operators.length, 1);
  await send(registry, "DELETE /api/v1/account/totp", { cookie: bea.cookie });
  assert.deepEqual((await json(0, "operators")).operators, []);
});

Deno.test("who is not an operator is answered as at an address that is not there", async () => {
  await using beside = await besideServer();
  const { registry, json } = beside;
  const [ada, eve] = [await signUp(registry, "ada"), await signUp(registry, "eve")];
  await makeOperator(registry, ada);
  const nothing = await send(registry, "GET /api/v1/admin/nothing", { cookie: eve.cookie });
  assert.equal(nothing.status, 404);
  const { key } = await personalKey(registry, ada);
  for (const sending of [{}, { cookie: eve.cookie }, { bearer: key }]) {
    for (const line of [OVERVIEW, "POST /api/v1/admin/reports/1/close"]) {
      const answer = await send(registry, line, {
        ...sending,
        body: line === OVERVIEW ? undefined : NOTE,
      });
      assert.deepEqual([answer.status, answer.body], [404, nothing.body], line);
    }
  }
  await json(0, "disable", "ada");
  assert.deepEqual(
    await asOperator(registry, ada),
    [404, 404],
    "a disabled account has no session",
  );
});

Deno.test("a stolen cookie of an operator reads, and after ten minutes decides nothing", async () => {
  await using beside = await besideServer();
  const { registry } = beside;
  const ada = await signUp(registry, "ada");
  const { code } = await makeOperator(registry, ada);
  registry.clock.now = new Date(registry.clock.now.getTime() + 11 * 60_000);
  assert.deepEqual(await asOperator(registry, ada), [200, 401]);
  const prove = (body: unknown) =>
    send(registry, "POST /api/v1/account/proofs", { cookie: ada.cookie, body });
  // The password alone is not enough of an account with a factor.
  assert.notEqual((await prove({ password: ada.password })).status, 200);
  assert.deepEqual(await asOperator(registry, ada), [200, 401]);
  assert.equal((await prove({ code: code() })).status, 200);
  assert.deepEqual(await asOperator(registry, ada), [200, 404]);
  const foreign = await send(registry, "POST /api/v1/admin/reports/1/close", {
    cookie: ada.cookie,
    body: NOTE,
    headers: { origin: "https://evil.example" },
  });
  assert.equal(foreign.status, 403);
});
