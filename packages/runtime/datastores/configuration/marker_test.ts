import { deepEqual, equal, rejects } from "node:assert/strict";
import { initRepository } from "../../repository/init.ts";
import { repositoryAt } from "../../repository/repository.ts";
import { temporaryFolder } from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
import { readMarkerDatastore, writeMarkerDatastore } from "./marker.ts";

const BEFORE = `# The team's repository.
svcVersion: "0.1.0" # made by ada
initializedAt: "2026-01-02T03:04:05.000Z"

# Which agents we use.
tools:
  - claude
  - cursor # on trial
repoId: 7d1f0e6e-8c1e-4b51-9a9a-0c9d5b1f7a11
custom: { of: [another, tool] }
# The end.
`;

async function repositoryWith(text: string) {
  const folder = await temporaryFolder();
  await initRepository(folder.path);
  const path = `${folder.path}/.svc.yaml`;
  await Deno.writeTextFile(path, text);
  return {
    repository: repositoryAt(folder.path),
    text: () => Deno.readTextFile(path),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

Deno.test("rewriting the marker keeps comments, other keys and their order", async () => {
  await using one = await repositoryWith(BEFORE);
  equal(await writeMarkerDatastore(one.repository, { type: "filesystem", path: "/mnt/a" }), true);
  const after = await one.text();
  for (const line of BEFORE.split("\n")) equal(after.includes(line), true, `lost: ${line}`);
  const keys = after.match(/^\w+(?=:)/gm);
  deepEqual(keys, ["svcVersion", "initializedAt", "tools", "repoId", "custom", "datastore"]);
  deepEqual(await readMarkerDatastore(one.repository), { type: "filesystem", path: "/mnt/a" });
});

Deno.test("removing the datastore gives back the marker as it was", async () => {
  await using one = await repositoryWith(BEFORE);
  await writeMarkerDatastore(one.repository, { type: "@acme/s3", config: { bucket: "b: #" } });
  deepEqual(await readMarkerDatastore(one.repository), {
    type: "@acme/s3",
    config: { bucket: "b: #" },
  });
  equal(await writeMarkerDatastore(one.repository, undefined), true);
  equal(await one.text(), BEFORE);
  equal(await writeMarkerDatastore(one.repository, undefined), false);
});

Deno.test("a marker that says so already is not touched", async () => {
  const text = `${BEFORE}datastore: {   type: filesystem,path: /mnt/a}\n`;
  await using one = await repositoryWith(text);
  equal(await writeMarkerDatastore(one.repository, { type: "filesystem", path: "/mnt/a" }), false);
  equal(await one.text(), text);
});

Deno.test("replacing one in the middle touches no other line", async () => {
  const text = (lines: string) => `# a\nb: 1\n\n# Ours:\n${lines}\n# next\nc: [1,   2]\n`;
  await using one = await repositoryWith(
    text("datastore:   # old\n  type: filesystem\n  path: /a\n"),
  );
  await writeMarkerDatastore(one.repository, { type: "filesystem", path: "/b" });
  equal(await one.text(), text("datastore:\n  type: filesystem\n  path: /b\n"));
});

Deno.test("a marker whose lines do not stand for themselves is left to the person", async () => {
  const texts = [
    "{ a: 1, datastore: { type: filesystem, path: /a } }\n",
    "datastore: &here { type: filesystem, path: /a }\nother: *here\n",
    "{ a: 1 }\n",
  ];
  for (const text of texts) {
    await using one = await repositoryWith(text);
    await rejects(
      writeMarkerDatastore(one.repository, { type: "filesystem", path: "/x" }),
      refusal("validation_failed", /by hand/),
    );
    equal(await one.text(), text);
  }
});

Deno.test("a marker that svc cannot read is not rewritten", async () => {
  for (const text of ["a: [\n", "- a list\n", "a: 1\na: 2\n"]) {
    await using one = await repositoryWith(text);
    await rejects(
      writeMarkerDatastore(one.repository, { type: "filesystem", path: "/x" }),
      refusal("validation_failed", /\.svc\.yaml/),
    );
    equal(await one.text(), text);
  }
});
