// The registry as its own script starts it, beside a measure of its event loop: for how long it does
// nothing else. That is told to whoever asks on SVC_BENCH_STALLS, and then starts again.
import { openServices } from "../../packages/registry/open.ts";
import { readConfig } from "../../packages/registry/platform/config/mod.ts";
import { serve, withFreePort } from "../../packages/registry/server.ts";

const EVERY = 2;
const { SVC_BENCH_STALLS, ...environment } = Deno.env.toObject();

let slowest = 0;
let last = performance.now();
setInterval(() => {
  const now = performance.now();
  slowest = Math.max(slowest, now - last - EVERY);
  last = now;
}, EVERY);
Deno.serve(
  { hostname: "127.0.0.1", port: Number(SVC_BENCH_STALLS), onListen: () => {} },
  () => {
    const told = slowest;
    slowest = 0;
    return Response.json(told);
  },
);

const server = await serve(await openServices(withFreePort(readConfig(environment))));
Deno.stdout.writeSync(new TextEncoder().encode(`${server.url}\n`));
await server.finished;
Deno.exit(0);
