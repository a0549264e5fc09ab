import { datastoreTests } from "../../packages/runtime/conformance/datastore.ts";
import { datastore } from "./s3.ts";
import { startStore } from "./testing/store.ts";

const store = await startStore();
Deno.env.set("AWS_ACCESS_KEY_ID", store.backend.accessKeyId);
Deno.env.set("AWS_SECRET_ACCESS_KEY", store.backend.secretAccessKey);

const providerAt = (endpoint: string, prefix: string) =>
  datastore.createProvider({ endpoint, bucket: store.bucket, prefix });

// What every author of a datastore can hold theirs to.
const tests = datastoreTests({
  open: (name) => providerAt(store.front.url, name),
  // A port that nobody listens on.
  unreachable: () => providerAt("http://127.0.0.1:1", "none"),
  async abandon(name, { lockKey, ttlMs }) {
    const script = `${import.meta.dirname}/testing/abandon.ts`;
    const child = new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "-A",
        "--no-check",
        "--quiet",
        script,
        store.front.url,
        store.bucket,
        name,
        lockKey,
        `${ttlMs}`,
      ],
      stdin: "null",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    // It says so once it has the lock.
    for await (const _ of child.stdout) break;
    child.kill("SIGKILL");
    await child.status;
  },
  timeoutMs: 300_000,
});
for (const test of tests) Deno.test(test);

Deno.test.afterAll(async () => await store[Symbol.asyncDispose]());
