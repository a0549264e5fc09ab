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

Deno.test("npm run catalogue publishes every extension of the list, and no other, once", async (test) => {
  const { catalogue, server, consumer } = await theWorld();
  const lines = await catalogue();
  const published = lines.filter((line) => /: published(?:, deprecated)?$/.test(line));
  assert.deepEqual(
    published.map((line) => line.split(" ")[1]).sort(),
    Object.keys(CATALOGUE_ROWS).sort(),
    lines.join("\n"),
  );

  const old = "@svc/github-project-activity";
  await test.step("what is published or deprecated already stays as it is", async () => {
    const again = (await catalogue(old, "@svc/github-trending")).join("\n");
    assert.match(again, /activity \S+: was published already, was deprecated already$/m);
    assert.match(again, /trending \S+: was published already$/m);
  });

  await test.step("the ledger is deprecated in favour of the mirror, and everybody is told", async () => {
    await using reader = await consumer({ extensions: [] });
    const { stderr } = await reader.svc(["extension", "pull", old, "--allow-all-requested"]);
    const told =
      /deprecated: The local mirror .*MIGRATION\.md\. Use @svc\/github-local-mirror instead/is;
    assert.match(stderr, told);
    assert.match(await reader.ok(["extension", "info", old]), told);
    assert.match(await reader.ok(["extension", "search", "activity ledger"]), /deprecated/);
    const page = await (await fetch(`${server.url}/extensions/${old}`)).text();
    assert.match(page, /This extension is deprecated/);
    assert.match(page, /<a href="https:\/\/github\.com\/[^"]*\/MIGRATION\.md"/);
    assert.match(page, /href="\/extensions\/@svc\/github-local-mirror"/);
    const list = await (await fetch(`${server.url}/extensions?q=activity+ledger`)).text();
    assert.match(list, /github-project-activity[^]*chip-bad">deprecated/);
  });
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
