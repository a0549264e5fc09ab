import assert from "node:assert/strict";
import { repositoriesAsked, scored } from "../../../testing/extensions/scored.ts";

type Scored = Awaited<ReturnType<typeof scored>>;

/** A push whose every piece of metadata names its version. */
function named(name: string, channel?: "beta" | "rc") {
  return {
    ...(channel ? { channel } : {}),
    manifest: {
      description: `the ${name} one`,
      license: `LicenseRef-${name}`,
      homepage: `https://${name}.example.com/`,
      repository: `https://github.com/acme/${name}`,
      platforms: [`${name}-os`],
      labels: [`label-${name}`],
    },
  };
}

/** Which push the record is of; fails when parts of it are of different ones. */
async function recordOf(ours: Scored): Promise<string> {
  const info = await ours.info();
  const name = /^the (\w+) one$/.exec(info.description)![1]!;
  const { description, license, homepage, repository, platforms, labels } = named(name).manifest;
  assert.deepEqual(
    [
      info.description,
      info.license,
      info.homepageUrl,
      info.repository,
      info.platforms,
      info.labels,
    ],
    [description, license, homepage, repository, platforms, labels],
  );
  const search = async (word: string) =>
    (await (await ours.registry.request(
      `/api/v1/extensions/search?q=${word}&channel=stable&channel=rc&channel=beta`,
    )).json()).meta.total;
  if (info.latestVersion ?? info.latestRc ?? info.latestBeta) assert.equal(await search(name), 1);
  assert.equal(info.repositoryVerified, true);
  return name;
}

const settle = async (ours: Scored) => {
  await ours.work();
  return await recordOf(ours);
};

Deno.test("a beta or an rc pushed after a stable version leaves the record of the stable one", async () => {
  await using ours = await scored();
  await ours.publish("2026.01.01.1", named("first"));
  await ours.publish("2026.01.02.1", named("second", "beta"));
  await ours.publish("2026.01.03.1", named("third", "rc"));
  assert.equal(await recordOf(ours), "first");
  assert.deepEqual(repositoriesAsked(ours.world), ["github.com/acme/first"]);
  await ours.publish("2026.01.04.1", named("fourth"));
  assert.equal(await recordOf(ours), "fourth");
});

Deno.test("without a stable version the newest rc leads, and without one the newest beta", async () => {
  await using ours = await scored();
  await ours.publish("2026.01.05.1", named("beta", "beta"));
  assert.equal(await recordOf(ours), "beta");
  await ours.publish("2026.01.03.1", named("rc", "rc"));
  assert.equal(await recordOf(ours), "rc");
  await ours.publish("2026.01.06.1", named("later", "beta"));
  assert.equal(await recordOf(ours), "rc");
  await ours.publish("2026.01.01.1", named("stable"));
  assert.equal(await recordOf(ours), "stable");
});

Deno.test("promotion, yank and unyank hand the record to the version that then leads", async () => {
  await using ours = await scored();
  await ours.publish("2026.01.01.1", named("one"));
  await ours.publish("2026.01.02.1", named("two", "beta"));
  const promote = (toChannel: string) =>
    ours.change("POST", "/promote", { version: "2026.01.02.1", toChannel });
  await promote("rc");
  assert.equal(await settle(ours), "one");
  await promote("stable");
  assert.equal(await settle(ours), "two");
  await ours.change("POST", "@2026.01.02.1/yank", { reason: "broken" });
  assert.equal(await settle(ours), "one");
  await ours.change("POST", "@2026.01.02.1/unyank");
  assert.equal(await settle(ours), "two");
  await ours.change("POST", "@2026.01.01.1/yank", { reason: "old" });
  assert.equal(await settle(ours), "two");
});

Deno.test("where every version is yanked the record and the scorecard are of the same one", async () => {
  await using ours = await scored();
  await ours.publish("2026.01.01.1", named("stable"));
  await ours.publish("2026.01.02.1", { ...named("beta", "beta"), readme: "nothing" });
  await ours.change("POST", "@2026.01.02.1/yank", { reason: "broken" });
  const earned = (await ours.scorecard()).earnedPoints;
  await ours.change("POST", "@2026.01.01.1/yank", { reason: "broken" });
  assert.equal(await recordOf(ours), "stable");
  assert.equal((await ours.scorecard()).earnedPoints, earned);
});

Deno.test("an edit stays until another version leads the record", async () => {
  await using ours = await scored();
  await ours.publish("2026.01.01.1", named("one"));
  await ours.change("PATCH", "", { description: "edited", license: "ISC" });
  const edited = async () => {
    const { description, license } = await ours.info();
    return [description, license];
  };
  await ours.publish("2026.01.02.1", named("beta", "beta"));
  await ours.change("POST", "@2026.01.02.1/yank", { reason: "broken" });
  await ours.publish("2025.12.01.1", named("older"));
  await ours.change("POST", "/rescore");
  await ours.change("POST", "/yank", { reason: "pause" });
  await ours.change("POST", "/unyank");
  assert.deepEqual(await edited(), ["edited", "ISC"]);
  await ours.publish("2026.01.03.1", named("two"));
  assert.equal(await recordOf(ours), "two");
  await ours.change("PATCH", "", { description: "edited again" });
  await ours.change("POST", "@2026.01.03.1/yank", { reason: "broken" });
  assert.equal(await settle(ours), "one");
  await ours.change("POST", "@2026.01.03.1/unyank");
  assert.equal(await settle(ours), "two");
});

Deno.test("a repository that changes with the leading version loses its verification and is looked up", async () => {
  await using ours = await scored();
  await ours.publish("2026.01.01.1", named("one"));
  await ours.publish("2026.01.02.1", named("two"));
  ours.world.repository = "private";
  await ours.change("POST", "@2026.01.02.1/yank", { reason: "broken" });
  assert.deepEqual(await ours.verified(), ["https://github.com/acme/one", null]);
  await ours.work();
  assert.deepEqual(await ours.verified(), ["https://github.com/acme/one", false]);
});
