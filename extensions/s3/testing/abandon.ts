// Takes a lock and holds it until it is killed: `deno run -A abandon.ts ENDPOINT BUCKET PREFIX KEY TTL_MS`.
import { datastore } from "../s3.ts";

const [endpoint, bucket, prefix, lockKey, ttlMs] = Deno.args as [
  string,
  string,
  string,
  string,
  string,
];
const provider = datastore.createProvider({ endpoint, bucket, prefix });
await provider.createLock("", { lockKey, ttlMs: Number(ttlMs) }).acquire();
await Deno.stdout.write(new TextEncoder().encode("held\n"));
setInterval(() => {}, 1000);
