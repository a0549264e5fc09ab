// What twenty publications at once take, and for how long they stop the server's loop, which is what
// reads feel of it meanwhile.
import { atOnce, type Tested } from "./publishing/at_once.ts";
import { largeSource, packageOfSize, PACKED_KB } from "./publishing/sizes.ts";
import { freePort } from "../packages/fakes/port/mod.ts";
import { packageOf } from "../packages/registry/testing/extensions/package.ts";
import { machine, say } from "./registry/numbers.ts";
import { startServer } from "./registry/process.ts";
import { seedExtensions, seedPeople, withStore } from "./registry/seed.ts";

const folder = await Deno.makeTempDir({ prefix: "svc-bench-" });
try {
  say(machine());
  const key = await withStore(`${folder}/data`, async (services) => {
    const made = await seedPeople(services);
    await seedExtensions(services, 0, 1000);
    return made;
  });
  const stalls = freePort();
  const server = await startServer(`${import.meta.dirname}/publishing/server.ts`, [], {
    SVC_DATA: `${folder}/data`,
    SVC_PORT: "0",
    SVC_LOG: "off",
    SVC_RATE_LIMIT: "off",
    SVC_BENCH_STALLS: String(stalls),
  });
  try {
    const tested: Tested = {
      url: server.url,
      key,
      stalled: async () => await (await fetch(`http://127.0.0.1:${stalls}/`)).json(),
    };
    await atOnce(tested, {
      what: "sizes as published",
      budget: "publish",
      names: PACKED_KB.map((_, n) => `@bench/size-${n}`),
      packed: (n, about) => packageOfSize(PACKED_KB[n]! * 1000, about, n + 1),
      rounds: 3,
    });
    const source = largeSource(7000);
    await atOnce(tested, {
      what: `${(source.length / 1e6).toFixed(1)} MB of source each`,
      budget: "publishLarge",
      names: Array.from({ length: 20 }, (_, n) => `@bench/megabyte-${n}`),
      packed: (_, about) => packageOf({ ...about, source }),
      rounds: 1,
    });
  } finally {
    await server.stop();
  }
} finally {
  await Deno.remove(folder, { recursive: true });
}
