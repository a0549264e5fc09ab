// A machine as a process of its own, to be killed: `deno run -A worker.ts ENDPOINT BUCKET FOLDER ID SECRET`.
// It writes files under new names and pushes them, again and again, and prints each path once its push
// has ended well.
import { openClient } from "../client/client.ts";
import { readConfiguration } from "../client/configuration.ts";
import { openSync } from "../sync/service.ts";

const [endpoint, bucket, folder, accessKeyId, secretAccessKey] = Deno.args as [
  string,
  string,
  string,
  string,
  string,
];
const target = readConfiguration({ endpoint, bucket, prefix: "killed" });
const sync = openSync(openClient(target, () => ({ accessKeyId, secretAccessKey })), folder);
await Deno.mkdir(`${folder}/data`, { recursive: true });
for (;;) {
  const paths = Array.from({ length: 3 }, () => `data/${crypto.randomUUID()}.version`);
  for (const path of paths) {
    await sync.markDirty(path);
    await Deno.writeTextFile(`${folder}/${path}`, `content of ${path}`);
  }
  await sync.pushChanged();
  await Deno.stdout.write(new TextEncoder().encode(`${paths.join("\n")}\n`));
  await sync.pullChanged();
}
