// What a sync with a bucket costs: 10,000 items the first time, then again with 10 changes, to the bucket
// and on to another machine. The server is a program of its own on this machine, so the times are those
// of svc, of the extension and of that server; requests and bytes are what a bill and a slow line are
// about. The floor is a copy of the same data.
import { startS3rver } from "@svc/fakes/s3";
import { startStore } from "../extensions/s3/testing/store.ts";
import { synchronizeWith } from "../e2e/s3/machine.ts";
import { ownerFolder } from "../packages/runtime/data/store/folder.ts";
import { writeVersions } from "../packages/runtime/data/store/write.ts";
import { temporaryFolder } from "../packages/runtime/testing/extension.ts";
import { emptyRepository, OWNER, version } from "../packages/runtime/testing/stored.ts";
import { copy, say, timed } from "./sync/measure.ts";

const ITEMS = Number(Deno.env.get("BENCH_ITEMS") ?? 10_000);
const CHANGES = 10;
const TEXT = "x".repeat(300);

await using store = await startStore(startS3rver);
Deno.env.set("AWS_ACCESS_KEY_ID", store.backend.accessKeyId);
Deno.env.set("AWS_SECRET_ACCESS_KEY", store.backend.secretAccessKey);
await using one = await emptyRepository();
await using two = await emptyRepository();
await using plain = await temporaryFolder();

await write(0, ITEMS);
const floor = await timed(() => copy(ownerFolder(one.repository, OWNER), plain.path));
await say(
  `${ITEMS} items of ${TEXT.length} bytes; cp -r of their folder takes ${floor.toFixed(0)} ms\n`,
);
await measured("first sync, to the bucket", one.repository.root);
await measured("first sync of another machine", two.repository.root);
await measured("nothing new", one.repository.root);
await write(ITEMS, CHANGES);
await measured(`${CHANGES} changes, to the bucket`, one.repository.root);
await measured(`${CHANGES} changes, from the bucket`, two.repository.root);

async function measured(what: string, root: string): Promise<void> {
  store.front.requests.length = 0;
  store.front.bytes = 0;
  const took = await timed(() => synchronizeWith(root, store.front.url));
  const { requests, bytes } = store.front;
  const writes = requests.filter((line) => line.startsWith("PUT")).length;
  await say(
    `  ${what}: ${took.toFixed(0)} ms (${(took / floor).toFixed(1)}x cp -r), ` +
      `${requests.length} requests (${writes} writes), ${bytes} bytes\n`,
  );
}

async function write(first: number, count: number): Promise<void> {
  for (let at = first; at < first + count; at += 500) {
    const size = Math.min(500, first + count - at);
    const items = Array.from(
      { length: size },
      (_, n) => version(`item-${at + n}`, `${TEXT}${at + n}`),
    );
    await writeVersions(one.repository, OWNER, items);
  }
}
