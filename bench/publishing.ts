// What twenty publications at once cost beside `deno doc` alone on the same sources, and for how long
// they stop the server's loop, which is what reads feel of it meanwhile.
import { atOnce, type Tested } from "./publishing/at_once.ts";
import { largeSource, packageOfSize, PACKED_KB, variedSource } from "./publishing/sizes.ts";
import { freePort } from "../packages/fakes/port/mod.ts";
import { packageOf } from "../packages/registry/testing/extensions/package.ts";
import { machine, say } from "./registry/numbers.ts";
import { startServer } from "./registry/process.ts";
import { seedExtensions, seedPeople, withStore } from "./registry/seed.ts";

const PUBLICATIONS = 20;

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
    await publishedSizes(tested);
    await megabytes(tested);
  } finally {
    await server.stop();
  }
} finally {
  await Deno.remove(folder, { recursive: true });
}

/** Twenty at once of the sizes that published extensions have. */
async function publishedSizes(tested: Tested): Promise<void> {
  const packed = (n: number, version: string) =>
    packageOfSize(PACKED_KB[n]! * 1000, { name: `@bench/size-${n}`, version }, n + 1);
  const archives = await Promise.all(PACKED_KB.map(async (kb, n) => ({
    name: `@bench/size-${n}`,
    bytes: await packed(n, "2026.01.03.1"),
    source: variedSource(Math.min(kb, 120) * 8, n + 1),
  })));
  const batch = { what: "sizes as published", budget: "publish" as const, archives };
  await atOnce(tested, folder, batch, packed, 3);
}

/** Twenty at once with a megabyte of source each. */
async function megabytes(tested: Tested): Promise<void> {
  const source = largeSource(7000);
  const packed = (n: number, version: string) =>
    packageOf({ name: `@bench/megabyte-${n}`, version, source });
  const archives = await Promise.all(Array.from({ length: PUBLICATIONS }, async (_, n) => ({
    name: `@bench/megabyte-${n}`,
    bytes: await packed(n, "2026.01.03.1"),
    source,
  })));
  const batch = {
    what: `${(source.length / 1e6).toFixed(1)} MB of source each`,
    budget: "publishLarge" as const,
    archives,
  };
  await atOnce(tested, folder, batch, packed, 1);
}
