// What publishing costs beside `deno doc` alone on the same sources, one at a time and twenty at
// once, for how long it stops the server's loop, and what reads feel of it meanwhile.
import { announce } from "./publishing/announce.ts";
import { atOnce, type Tested } from "./publishing/at_once.ts";
import { packageOfSize, PACKED_KB, variedSource } from "./publishing/sizes.ts";
import { freePort } from "../packages/fakes/port/mod.ts";
import { packageOf } from "../packages/registry/testing/extensions/package.ts";
import { largeFiles, largeSource } from "./registry/large.ts";
import { machine, quantile, say, verdict } from "./registry/numbers.ts";
import { commitAlone, docAlone, openAlone } from "./registry/parts.ts";
import { startServer } from "./registry/process.ts";
import { nameOf, seedExtensions, seedPeople, withStore } from "./registry/seed.ts";

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
    await publish(server.url, key, "small", 30, 7);
    await publish(server.url, key, "large", 7000, 2);
    await publishedSizes(tested);
    await megabytes(tested);
    await readsMeanwhile(server.url, key);
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

/** Confirmations in turns with what they are made of, each of the same archive. */
async function publish(url: string, key: string, what: string, exports: number, rounds: number) {
  const source = largeSource(exports);
  const name = `@bench/${what}`;
  const parts = { confirm: [], doc: [], open: [], commit: [] } as Record<string, number[]>;
  for (let n = 0; n <= rounds; n++) {
    const version = `2026.01.02.${n + 1}`;
    const bytes = await packageOf({ name, version, source });
    const confirm = await announce(url, key, name, version, bytes);
    const times = {
      doc: await docAlone(source),
      confirm: await confirm(),
      open: await openAlone(bytes, { name, version }),
      commit: await commitAlone(folder, bytes),
    };
    // The first round starts what is kept running afterwards.
    if (n > 0) { for (const [part, time] of Object.entries(times)) parts[part]!.push(time); }
  }
  const ms = (part: string) => quantile(parts[part]!);
  const rest = ms("confirm") - ms("commit");
  say(
    `publish ${what}, ${source.length} bytes of source: ${
      (ms("confirm") / ms("doc")).toFixed(2)
    }x ` +
      `of deno doc alone; without one durable commit ` +
      `${verdict(rest / ms("doc"), 1.3, "at most")}`,
  );
  say(
    `  confirm ${ms("confirm").toFixed(0)} ms = deno doc ${ms("doc").toFixed(0)}, reading and ` +
      `checking ${ms("open").toFixed(0)}, durable commit of archive and row ` +
      `${ms("commit").toFixed(0)}, all else ${
        (rest - ms("doc") - ms("open")).toFixed(0)
      } (medians of ${rounds})`,
  );
}

/** The time reads take while large publications run, of what is in memory and of what is not. */
async function readsMeanwhile(url: string, key: string): Promise<void> {
  const confirms: (() => Promise<number>)[] = [];
  let packed = 0;
  const files = largeFiles(8);
  for (let n = 0; n < PUBLICATIONS; n++) {
    const name = `@bench/parallel-${n}`;
    const version = "2026.01.02.1";
    const bytes = await packageOf({
      name,
      version,
      source: largeSource(7000),
      files,
      manifest: {
        additionalFiles: [
          "README.md",
          "LICENSE",
          ...Object.keys(files).map((path) => path.slice("files/".length)),
        ],
      },
    });
    packed = bytes.length;
    confirms.push(await announce(url, key, name, version, bytes));
  }
  const paths = {
    "latest, in memory": () => "/api/v1/extensions/@bench/extension-000001/latest",
    "info, from the store": (n: number) => `/api/v1/extensions/${nameOf(2 + n % 998)}`,
    "search": () => "/api/v1/extensions/search?q=topic017",
  };
  const times: Record<string, number[]> = Object.fromEntries(
    Object.keys(paths).map((what) => [what, []]),
  );
  let running = true;
  const done = Promise.all(confirms.map((confirm) => confirm())).finally(() => running = false);
  for (let n = 0; running; n++) {
    for (const [what, path] of Object.entries(paths)) {
      const start = performance.now();
      await (await fetch(url + path(n))).arrayBuffer();
      times[what]!.push(performance.now() - start);
    }
    // Readers come and go; a loop without a pause would measure a saturated processor.
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const slowest = Math.max(...await done);
  say(
    `${PUBLICATIONS} publications at once, ${packed} packed bytes each, done in ` +
      `${(slowest / 1000).toFixed(1)} s; reads meanwhile (aim: within 50 ms):`,
  );
  for (const [what, of] of Object.entries(times)) {
    const late = of.filter((time) => time > 50).length;
    say(
      `  ${what.padEnd(20)} median ${quantile(of).toFixed(1)} ms, p99 ` +
        `${quantile(of, 0.99).toFixed(1)} ms, slowest ${quantile(of, 1).toFixed(1)} ms; ` +
        `${late} of ${of.length} beyond 50 ms`,
    );
  }
}
