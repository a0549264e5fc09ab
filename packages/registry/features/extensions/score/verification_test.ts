import assert from "node:assert/strict";
import { type TestRegistry, testRegistry } from "../../../testing.ts";
import { addCollective, addPerson } from "../../../testing/extensions/people.ts";
import { published, send } from "../../../testing/extensions/push.ts";

const DAY = 24 * 60 * 60_000;
const REPOSITORY = "https://github.com/acme/hello";

/** A code host that answers what `state` says and counts how often it is asked. */
function codeHost(state: { answer: "public" | "private" | "down"; asked: number }): typeof fetch {
  return (input) => {
    state.asked++;
    assert.equal(new URL(String(input)).host, "api.github.com");
    return Promise.resolve(
      state.answer === "down"
        ? new Response("busy", { status: 503 })
        : Response.json({ private: state.answer === "private", full_name: "acme/hello" }),
    );
  };
}

async function two() {
  const host = { answer: "public" as "public" | "private" | "down", asked: 0 };
  const registry = await testRegistry({ fetch: codeHost(host) });
  await addCollective(registry.services, "acme");
  await addCollective(registry.services, "fork");
  const ada = await addPerson(registry.services, "ada", { acme: "admin" });
  const finn = await addPerson(registry.services, "finn", { fork: "admin" });
  return { registry, host, ada, finn };
}

const withRepository = { manifest: { repository: REPOSITORY } };

async function verified(registry: TestRegistry, name: string): Promise<boolean | null> {
  const response = await registry.request(`/api/v1/extensions/${name}`);
  return (await response.json()).repositoryVerified;
}

function later(registry: TestRegistry, milliseconds: number): void {
  registry.clock.now = new Date(registry.clock.now.getTime() + milliseconds);
}

Deno.test("a success is applied to every extension with that URL, across owners (spec 2.6 rule 6)", async () => {
  const { registry, host, ada, finn } = await two();
  await using _ = registry;
  host.answer = "private";
  await published(registry, ada, withRepository);
  assert.equal(await verified(registry, "@acme/hello"), false);
  host.answer = "public";
  await published(registry, finn, { name: "@fork/hello", ...withRepository });
  assert.equal(await verified(registry, "@fork/hello"), true);
  assert.equal(await verified(registry, "@acme/hello"), true);
});

Deno.test("a failure is recorded only on the extension that asked (spec 2.6 rule 6)", async () => {
  const { registry, host, ada, finn } = await two();
  await using _ = registry;
  await published(registry, ada, withRepository);
  host.answer = "private";
  await published(registry, finn, { name: "@fork/hello", ...withRepository });
  assert.equal(await verified(registry, "@fork/hello"), false);
  assert.equal(await verified(registry, "@acme/hello"), true);
});

Deno.test("an answer stands for seven days and is asked for again at the next scoring event (rule 5)", async () => {
  const { registry, host, ada } = await two();
  await using _ = registry;
  await published(registry, ada, { version: "2026.01.01.1", ...withRepository });
  await published(registry, ada, { version: "2026.01.01.2", ...withRepository });
  assert.equal(host.asked, 1);
  later(registry, 7 * DAY - 1);
  await send(registry, "POST", "/api/v1/extensions/@acme/hello/rescore", ada);
  assert.equal(host.asked, 1);
  later(registry, 1);
  host.answer = "private";
  await send(registry, "POST", "/api/v1/extensions/@acme/hello/rescore", ada);
  assert.equal(host.asked, 2);
  assert.equal(await verified(registry, "@acme/hello"), false);
});

Deno.test("a changed repository loses its verification at once and is asked about again (rule 5)", async () => {
  const { registry, host, ada } = await two();
  await using _ = registry;
  await published(registry, ada, withRepository);
  const edit = await send(registry, "PATCH", "/api/v1/extensions/@acme/hello", ada, {
    repository: "https://github.com/acme/moved",
  });
  assert.equal((await edit.json()).repositoryVerified, null);
  await registry.work();
  assert.equal(host.asked, 2);
  assert.equal(await verified(registry, "@acme/hello"), true);
  await send(registry, "PATCH", "/api/v1/extensions/@acme/hello", ada, { repository: null });
  await registry.work();
  assert.equal(host.asked, 2);
  assert.equal(await verified(registry, "@acme/hello"), null);
});

Deno.test("a host that does not answer is not verified, and is asked again by the queue", async () => {
  const { registry, host, ada } = await two();
  await using _ = registry;
  host.answer = "down";
  const answer = await published(registry, ada, withRepository);
  const factor = answer.scorecard.factors.find(({ id }) => id === "repository-verified")!;
  assert.deepEqual([factor.outcome, factor.earnedPoints], ["error", 0]);
  host.answer = "public";
  await registry.work();
  assert.equal(await verified(registry, "@acme/hello"), true);
  assert.deepEqual(await registry.services.db.selectFrom("job").selectAll().execute(), []);
});
