import assert from "node:assert/strict";
import type { LatestResponse } from "@svc/core/wire";
import { testNeeding } from "../requirement.ts";
import { rowOf, sorted } from "./checklist.ts";
import { CATALOGUE_ROWS } from "./spec_rows.ts";
import { STORIES } from "./stories/mod.ts";
import { startWorld, type World } from "./world.ts";

// One world for all stories: an extension is published once, as on a real registry.
let world: Promise<World> | undefined;
const theWorld = () => world ??= startWorld();

Deno.test("npm run catalogue publishes every extension of the list, and no other", async () => {
  const { catalogue } = await theWorld();
  const lines = await catalogue();
  const published = lines.filter((line) => line.endsWith(": published"));
  assert.deepEqual(
    published.map((line) => line.split(" ")[1]).sort(),
    Object.keys(CATALOGUE_ROWS).sort(),
    lines.join("\n"),
  );
});

Deno.test("what is published already stays as it is", async () => {
  const { catalogue, publish } = await theWorld();
  await publish("@svc/github-trending");
  const [line] = await catalogue("@svc/github-trending");
  assert.match(line!, /^1\/1 @svc\/github-trending \S+: was published already$/);
});

for (const [name, row] of Object.entries(CATALOGUE_ROWS)) {
  Deno.test(`${name} has the arguments, methods, data, reports and configuration of its row`, async () => {
    const { publish, server } = await theWorld();
    await publish(name);
    const response = await fetch(`${server.url}/api/v1/extensions/${name}/latest`);
    assert.equal(response.status, 200);
    const { latestVersionDetail } = await response.json() as LatestResponse;
    assert.equal(latestVersionDetail.described, "evaluated");
    assert.deepEqual(sorted(rowOf(latestVersionDetail)), sorted(row));
  });

  Deno.test(`${name} scores every point`, async () => {
    const { publish, server } = await theWorld();
    await publish(name);
    const response = await fetch(`${server.url}/api/v1/extensions/${name}/scorecard`);
    const card = await response.json();
    assert.equal(card.grade, "A", JSON.stringify(card, null, 1));
    assert.equal(card.earnedPoints, card.maxPoints, JSON.stringify(card, null, 1));
  });
}

for (const { name, needs, run } of STORIES) {
  testNeeding(needs, name, async (test) => await run(await theWorld(), test));
}

Deno.test.afterAll(async () => await (await world)?.[Symbol.asyncDispose]());
