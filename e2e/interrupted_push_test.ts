import assert from "node:assert/strict";
import type { LatestResponse } from "@svc/core/wire";
import { afterChanges } from "./process/after_changes.ts";
import { inOrder } from "./process/in_order.ts";
import { writeGreeting } from "./process/greeting.ts";
import { setScene } from "./process/scene.ts";
import type { Person } from "./process/svc.ts";

/** What is checked before a push is not what this is about. */
const push = (manifest: string) => [
  "extension",
  "push",
  manifest,
  "--no-check",
  "--yes",
  "--json",
];

Deno.test("a push that dies anywhere publishes all or nothing, and pushing again fixes it", async (test) => {
  const step = inOrder(test);
  await using scene = await setScene();
  const { gate, person, server } = scene;
  let number = 0;
  const write = () => {
    number += 1;
    const name = `@ada/greeting-${number}`;
    return { name, folder: writeGreeting(`${person.work}/${number}`, name, "2026.11.21.1") };
  };

  const points = [
    ["the announcement", /^POST \/api\/v1\/extensions\/push$/],
    ["the upload", /^PUT /],
    ["the confirmation", /^POST \/api\/v1\/extensions\/confirm$/],
  ] as const;
  for (const [what, match] of points) {
    await step(
      `client killed before ${what} reaches the server: nothing is published`,
      async () => {
        const { name, folder } = write();
        const manifest = await folder;
        const held = gate.hold(match, "before");
        const pushing = person.start(push(manifest));
        await held;
        await killed(pushing);
        assert.equal(await published(person, name), undefined);
        const again = JSON.parse(
          await person.ok(push(manifest)),
        );
        assert.equal(again.alreadyPublished, false);
        assert.equal(await published(person, name), "2026.11.21.1");
      },
    );
  }

  await step("client killed after the commit: pushing again finds it published", async () => {
    const { name, folder } = write();
    const manifest = await folder;
    const held = gate.hold(/^POST \/api\/v1\/extensions\/confirm$/, "after");
    const pushing = person.start(push(manifest));
    const { release } = await held;
    await killed(pushing);
    release();
    assert.equal(await published(person, name), "2026.11.21.1");
    const again = JSON.parse(await person.ok(push(manifest)));
    assert.equal(again.alreadyPublished, true);
  });

  for (const count of [0, 1, 2, 4, 8]) {
    await step(
      `server killed after ${count} changes to its store: all or nothing`,
      async () => {
        const { name, folder } = write();
        const manifest = await folder;
        const held = gate.hold(/^POST \/api\/v1\/extensions\/confirm$/, "before");
        const pushing = person.svc(push(manifest));
        const { release } = await held;
        const reached = afterChanges(server.data, count, pushing);
        release();
        await reached;
        await server.kill();
        const { code } = await pushing;
        await server.restart();
        const version = await published(person, name);
        if (code === 0) assert.equal(version, "2026.11.21.1", "an acknowledged push was lost");
        if (version !== undefined) await pullable(person, name, version);
        await person.ok(push(manifest));
        await pullable(person, name, "2026.11.21.1");
      },
    );
  }
});

async function killed(child: Deno.ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await Promise.all([child.stdout.cancel(), child.stderr.cancel(), child.status]);
}

/** The published version, or undefined when the extension does not exist. */
async function published(person: Person, name: string): Promise<string | undefined> {
  const server = person.env.SVC_CLUB_URL;
  const url = `${server}/api/v1/extensions/${encodeURIComponent(name)}/latest`;
  const response = await fetch(url);
  const answer = await response.json();
  if (response.ok) return (answer as LatestResponse).latestVersion;
  assert.equal(response.status, 404);
  return undefined;
}

/** Asserts that the archive can be downloaded and is what the registry says it is. */
async function pullable(person: Person, name: string, version: string): Promise<void> {
  const server = person.env.SVC_CLUB_URL;
  const at = `${server}/api/v1/extensions/${encodeURIComponent(name)}@${version}`;
  const { checksum } = await (await fetch(`${at}/checksum`)).json();
  const bytes = await (await fetch(`${at}/download`)).arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
  assert.equal(digest, checksum);
}
