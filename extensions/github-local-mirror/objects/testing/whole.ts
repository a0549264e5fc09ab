/** Opens, fetches, observes and describes a mirror, for a test that watches what this starts. */
import { model } from "../../github_local_mirror.ts";
import type { MirrorContext } from "../../context/context.ts";
import { lockMirror, openLocations } from "../../locations/mod.ts";
import { commitAt, fileExistsAt, isAncestor, mergeBaseOf } from "../../../platform/git/commits.ts";
import { describeHeads, fetchAll, observeHeads, openObjects, pullHeads } from "../mod.ts";

const { globalArgs, repoDir, token } = JSON.parse(Deno.args[0]!);
const signal = new AbortController().signal;
const places = await openLocations({
  globalArgs: model.globalArguments.parse(globalArgs),
  repoDir,
  signal,
} as unknown as MirrorContext);
await using _lock = await lockMirror(places, signal);
const objects = await openObjects(places, { create: true, signal, token });
await fetchAll(objects);
await observeHeads(objects, new Date().toISOString());
const options = {
  defaultBranch: "main",
  basesOf: () => Promise.resolve(new Map()),
  isOver: () => false,
};
let count = 0;
for await (const { documents, done } of describeHeads(objects, options)) {
  count += documents.length;
  await done();
}
const main = (await commitAt(objects, "refs/remotes/origin/main"))!;
for (const head of (await pullHeads(objects)).values()) {
  await mergeBaseOf(objects, main, head);
  await isAncestor(objects, main, head);
  await fileExistsAt(objects, head, ".gitattributes", 1);
}
Deno.stdout.writeSync(new TextEncoder().encode(`${count}\n`));
