import { deepEqual, equal, match } from "node:assert/strict";
import { push } from "../../testing/extensions/push.ts";
import { enrolApp } from "../factor/testing.ts";
import { join, send, signUp } from "../identity/testing.ts";
import { exchanged, refusal, trusting } from "../publishing/testing.ts";
import { decideByCode, publicVersions, read, RULE, stage } from "./testing.ts";

Deno.test("a CI job that may only stage publishes nothing; who added its publisher does not approve", async () => {
  await using world = await trusting();
  const { registry, ada } = world;
  const bob = await signUp(registry, "bob");
  await join(registry, ada, "acme", bob, "admin");
  const withApp = async (who: typeof ada) => ({
    ...who,
    app: await enrolApp(registry, who.cookie),
  });
  const [owner, admin] = [await withApp(ada), await withApp(bob)];
  const set = await send(registry, "PUT /api/v1/collectives/acme/approval", {
    cookie: ada.cookie,
    body: { ...RULE, required: true, count: 1, notSelf: true },
  });
  equal(set.status, 200, JSON.stringify(set.body));
  const added = await world.add({ actions: ["stage"] });
  equal(added.status, 201, JSON.stringify(added.body));

  const key = await exchanged(world);
  const pushed = await push(registry, key);
  equal(pushed.status, 403, await pushed.text());
  const answer = await stage(registry, key);
  equal(answer.status, 201, JSON.stringify(answer.body));
  match(answer.body.stagedBy, /^job http\S+\/runs\//);
  // The key is used up, and reads nothing.
  const again = await stage(registry, key, { version: "2026.01.02.2" });
  deepEqual(refusal(again), [403, "forbidden"]);
  const seen = await send(registry, `GET /api/v1/staged/${answer.body.id}`, { bearer: key });
  equal(seen.status, 403);

  deepEqual(refusal(await decideByCode(registry, owner, answer.body)), [403, "forbidden"]);
  const approved = await decideByCode(registry, admin, answer.body);
  equal(approved.status, 200, JSON.stringify(approved.body));
  deepEqual(await publicVersions(registry), ["2026.01.02.1"]);
  const { body } = await send(registry, "GET /api/v1/extensions/@acme/hello/versions");
  match(body.versions[0].publishedByRun.run, /^http\S+\/runs\//);
  equal((await read(registry, bob, answer.body)).state, "published");
});

Deno.test("what a key staged is not published once only trusted publishers may", async () => {
  await using world = await trusting();
  const { registry, ada } = world;
  const owner = { ...ada, app: await enrolApp(registry, ada.cookie) };
  const { personalKey } = await import("../identity/testing.ts");
  const { key } = await personalKey(registry, ada);
  const answer = await stage(registry, key);
  equal(answer.status, 201, JSON.stringify(answer.body));
  const set = await send(registry, "PUT /api/v1/collectives/acme/publishing", {
    cookie: ada.cookie,
    body: { publishing: "trusted" },
  });
  equal(set.status, 200, JSON.stringify(set.body));
  const refused = await decideByCode(registry, owner, answer.body);
  deepEqual(refusal(refused), [403, "trusted_publishing_only"]);
  deepEqual(await publicVersions(registry), []);
});
