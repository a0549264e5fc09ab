import assert from "node:assert/strict";
import { createApp } from "../../../app.ts";
import { scored } from "../../../testing/extensions/scored.ts";

type Scored = Awaited<ReturnType<typeof scored>>;

/** Marks a version as an administrator's tool would, in the store. */
async function mark(ours: Scored, version: string): Promise<void> {
  await ours.services.db.updateTable("extension_version").set({ verified_by_svc: 1 })
    .where("version", "=", version).execute();
  ours.services.events.emit("collective.changed", { collectiveId: "" });
}

const json = async (ours: Scored, path: string) =>
  await (await ours.registry.request(`/api/v1/extensions${path}`)).json();

/** Whether the badge shows: on the record, in search, on the page's head. */
async function badge(ours: Scored): Promise<boolean[]> {
  const search = await json(ours, "/search?q=hello");
  const page = await (await ours.registry.request("/extensions/@acme/hello")).text();
  const head = page.slice(0, page.indexOf("</header>", page.indexOf("extension-plate")));
  return [
    (await ours.info()).verified,
    search.extensions[0].verified,
    /class="chip verified"/.test(head),
  ];
}

Deno.test("the badge is that of the latest version's verifiedBySvc, and adds no points (spec 2.6)", async () => {
  await using ours = await scored();
  await ours.publish("2026.01.01.1");
  await ours.publish("2026.01.02.1");
  const points = (await ours.scorecard()).earnedPoints;
  await mark(ours, "2026.01.01.1");
  assert.deepEqual(await badge(ours), [false, false, false], "an older version was checked");
  await mark(ours, "2026.01.02.1");
  assert.deepEqual(await badge(ours), [true, true, true]);
  assert.equal((await ours.scorecard()).earnedPoints, points);
  await ours.publish("2026.01.03.1", { channel: "beta" });
  assert.deepEqual(await badge(ours), [true, true, true], "a beta is not the latest");
  await ours.publish("2026.01.04.1");
  assert.deepEqual(await badge(ours), [false, false, false], "nobody checked the latest");
});

Deno.test("verifiedBySvc is shown with its version: in the list, in latest and on the page", async () => {
  await using ours = await scored();
  await ours.publish("2026.01.01.1");
  await ours.publish("2026.01.02.1", { channel: "rc" });
  await mark(ours, "2026.01.01.1");
  const { versions } = await json(ours, "/@acme/hello/versions");
  assert.deepEqual(
    versions.map((one: { version: string; verifiedBySvc: boolean }) => [
      one.version,
      one.verifiedBySvc,
    ]),
    [["2026.01.02.1", false], ["2026.01.01.1", true]],
  );
  const latest = async (channel: string) =>
    (await json(ours, `/@acme/hello/latest?channel=${channel}`)).latestVersionDetail.verifiedBySvc;
  assert.deepEqual([await latest("stable"), await latest("rc")], [true, false]);
  const page = await (await ours.registry.request("/extensions/@acme/hello")).text();
  const items = page.slice(page.indexOf('<ol class="versions"')).match(/<li.*?<\/li>/gs)!;
  assert.deepEqual(items.map((item) => /class="chip verified"/.test(item)), [false, true]);
});

Deno.test("an extension of the first-party collective carries the badge without a mark (spec 2.6)", async () => {
  await using ours = await scored();
  await ours.publish("2026.01.01.1");
  const firstParty = { ...ours.services, config: { ...ours.services.config, firstParty: "acme" } };
  const answer = await createApp(firstParty).request("/api/v1/extensions/@acme/hello");
  assert.equal((await answer.json()).verified, true);
});
