import assert from "node:assert/strict";
import { POLICY_ROWS } from "@svc/core/policy";
import { SCOPE_NAMES } from "@svc/core/scope";
import { type Answer, send, type Sending } from "../../features/identity/testing.ts";
import { testRegistry } from "../../testing.ts";
import type { Caller } from "./caller.ts";
import { type Expected, expected } from "./expected.ts";
import { FIXTURE, SPEC_SCOPES } from "./fixture.ts";
import type { FixtureRow } from "./row.ts";
import { createWorld, type Target, type World } from "./world.ts";

Deno.test("every row answers every credential as the documents say, whatever it is about", async () => {
  await using registry = await testRegistry();
  const world = await createWorld(registry);
  const differences: string[] = [];
  let cases = 0;
  for (const row of FIXTURE) {
    const targets = targetsOf(row, world);
    for (const [at, target] of targets.entries()) {
      // Who is nobody is refused before a look-up: about what is there, and about what is not.
      const between = at > 0 && at < targets.length - 1;
      for (const caller of world.callers) {
        if (between && caller.kind === "bad") continue;
        const wanted = expected(row, target, caller);
        const { line, sending } = requestOf(row, target, caller, world);
        const answer = await send(registry, line, sending);
        cases++;
        const difference = compare(answer, wanted);
        if (difference) differences.push(`${row.key} ${line} by ${caller.name}: ${difference}`);
      }
    }
  }
  assert.deepEqual(differences.slice(0, 40), [], `${differences.length} of ${cases} cases`);
  assert.ok(cases > 15_000, `${cases} cases`);
});

function targetsOf(row: FixtureRow, world: World): readonly (Target | undefined)[] {
  if (row.about === undefined) return [undefined];
  const targets = world.targets[row.about];
  // What a push names need not be there yet: only its collective counts.
  if (["extensions.push", "extensions.confirm", "staged.create"].includes(row.key)) {
    return targets.filter(({ value }) => value.endsWith("/hello"));
  }
  return targets;
}

function requestOf(
  row: FixtureRow,
  target: Target | undefined,
  caller: Caller,
  world: World,
): { line: string; sending: Sending } {
  const value = target?.value ?? "";
  const line = row.line.replace(/\{(slug|issue)\}/, value)
    .replace("{name}", encodeURIComponent(value)).replace("{post}", world.post);
  if (row.body === undefined) return { line, sending: caller.sending };
  const body = JSON.parse(JSON.stringify(row.body).replace(/\{(slug|plain)\}/, value));
  return { line, sending: { ...caller.sending, body } };
}

function compare({ status, body }: Answer, wanted: Expected): string | undefined {
  if (status !== wanted.status) {
    return `${status} ${body?.code ?? ""}, not ${wanted.status} ${
      wanted.code ?? wanted.missing ?? ""
    }`;
  }
  if (wanted.missing !== undefined) {
    const right = Object.keys(body).join() === "error" &&
      String(body.error).endsWith(`requires the ${wanted.missing} scope`);
    return right ? undefined : `not the single-field refusal: ${JSON.stringify(body)}`;
  }
  if (wanted.code !== undefined && body.code !== wanted.code) {
    return `${body.code}, not ${wanted.code}`;
  }
  return undefined;
}

Deno.test("the fixture and the policy table name the same rows", () => {
  const table = POLICY_ROWS
    .map(([key, row]) => `${key} ${row.method} ${row.path.replaceAll(/\{\w+\}/g, "*")}`);
  const variable = /\{\w+\}|not-a-uuid|nobodys|svc-serve-bootstrap|[0-9a-f]{8}-[0-9a-f-]{27}/g;
  const fixture = FIXTURE.map(({ key, line }) =>
    `${key} ${line.split("?")[0]!.replaceAll(variable, "*").replace("@2026.01.02.1", "@*")}`
  );
  assert.deepEqual(fixture.toSorted(), table.toSorted());
});

Deno.test("there are the scopes of spec 5.4, and every row names the one it names there", () => {
  assert.deepEqual([...SCOPE_NAMES], [...SPEC_SCOPES]);
  for (const { key, source, scope } of FIXTURE) {
    assert.ok(scope === undefined || SPEC_SCOPES.some((each) => each === scope), key);
    assert.ok(source.length > 5, `${key} has a source`);
  }
});

Deno.test("a request without or with a wrong credential says how to authenticate", async () => {
  await using registry = await testRegistry();
  for (const [key, row] of POLICY_ROWS) {
    if (row.credentials.every((kind) => kind === "anonymous")) continue;
    const path = row.path.replaceAll(/\{\w+\}/g, "1").replace("1@1", "%40a%2Fb@2026.01.01.1");
    const bad = await send(registry, `${row.method} ${path}`, { bearer: "svc_wrong" });
    assert.equal(bad.status, 401, key);
    assert.equal(bad.headers.get("www-authenticate"), 'Bearer realm="svc"', key);
  }
});
