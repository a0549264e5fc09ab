import assert from "node:assert/strict";
import type { PolicyKey } from "@svc/core/policy";
import { addCollective, addPerson, addToken } from "../../testing/extensions/people.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";
import { guard } from "./guard.ts";

const ADDRESS = "192.0.2.7";

/** Asks the guard about `row`, and tells what was counted and written to the log. */
async function asked(
  { services, logged }: TestRegistry,
  row: PolicyKey,
  credential: string | undefined,
  params: Record<string, string> = {},
) {
  const counted: string[] = [];
  const limits = {
    ...services.auth.limits,
    address: (address: string) => void counted.push(`address ${address}`),
    caller: ({ kind }: { kind: string }) => void counted.push(`caller ${kind}`),
  };
  const headers = {
    ...(credential === undefined ? {} : { authorization: `Bearer ${credential}` }),
  };
  logged.length = 0;
  const refusal = await guard(
    { ...services, auth: { ...services.auth, limits } },
    row,
    new Request("http://registry.test/", { headers }),
    params,
    ADDRESS,
  ).then(() => undefined, (error) => error);
  const { code = "admitted", hint } = refusal ?? {};
  return { code, hint, counted, denied: logged.map((line) => JSON.parse(line)) };
}

Deno.test("a request is counted for whom its credential is good, any other for its address, also one that is refused", async () => {
  await using registry = await testRegistry();
  const key = await addPerson(registry.services, "ada");
  const rows = [["identity.whoami", "admitted"], ["tokens.list", "session_required"]] as const;
  for (const [row, code] of rows) {
    const answer = await asked(registry, row, key);
    assert.equal(answer.code, code);
    assert.deepEqual(answer.counted, ["caller personalKey"]);
  }
  const unknown = await asked(registry, "identity.whoami", "svc_wrong");
  assert.deepEqual([unknown.code, unknown.counted], ["invalid_api_key", [`address ${ADDRESS}`]]);
  const nobody = await asked(registry, "identity.whoami", undefined);
  assert.deepEqual([nobody.code, nobody.counted], ["not_authenticated", ["caller anonymous"]]);
});

Deno.test("a denial is logged with who asked from where, what is not found is not", async () => {
  await using registry = await testRegistry();
  const { services } = registry;
  await addCollective(services, "acme");
  const key = await addPerson(services, "ada");
  const token = await addToken(services, "acme", ["lab:read"]);
  const row = "collectives.get";
  const cases: [credential: string | undefined, slug: string, code: string, actor?: string][] = [
    [undefined, "acme", "not_authenticated", "anonymous"],
    ["svc_wrong", "acme", "invalid_api_key", "anonymous"],
    [token, "acme", "missing_scope", "collectiveToken"],
    [token, "other", "wrong_collective", "collectiveToken"],
    [key, "absent", "not_found"],
    [key, "acme", "admitted"],
  ];
  for (const [credential, slug, code, actor] of cases) {
    const answer = await asked(registry, row, credential, { slug });
    assert.equal(answer.code, code);
    const told = answer.denied.map(({ row, code, address, actor }) => [row, code, address, actor]);
    assert.deepEqual(told, actor === undefined ? [] : [[row, code, ADDRESS, actor]]);
    assert.ok(!JSON.stringify(answer.denied).includes(credential ?? key));
  }
  // A token is told of a personal key only where that is good.
  for (const [row, way] of [["extensions.yank", /personal key/], ["collectives.delete", /page/]]) {
    const answer = await asked(registry, row as PolicyKey, token);
    assert.equal(answer.code, "session_required");
    assert.match(answer.hint, way as RegExp);
  }
});
