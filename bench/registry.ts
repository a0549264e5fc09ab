// Anonymous reads against a bare Deno.serve that returns the same bytes, and how they and the search
// grow from a thousand to a hundred thousand extensions. The floor has no limits on slow connections;
// ours come with Node's server, which alone reaches two thirds of it and more.
import { load } from "./registry/load.ts";
import { machine, quantile, say, verdict } from "./registry/numbers.ts";
import { startServer } from "./registry/process.ts";
import { nameOf, seedExtensions, seedPeople, withStore } from "./registry/seed.ts";

const SIZES = [1_000, 10_000, 100_000];
/** Extensions that are asked for again and again: what is popular, not all there is. */
const POPULAR = 10_000;
const ROUNDS = 5;
const ROUND = 800;
const MAIN = `${import.meta.dirname}/../packages/registry/main.ts`;
const FLOOR = `${import.meta.dirname}/registry/floor.ts`;

const at = (n: number) => `/api/v1/extensions/${encodeURIComponent(nameOf(n))}`;

const folder = await Deno.makeTempDir({ prefix: "svc-bench-" });
const data = `${folder}/data`;
try {
  say(machine());
  let stored = 0;
  for (const size of SIZES) {
    await withStore(data, async (services) => {
      if (stored === 0) await seedPeople(services);
      await seedExtensions(services, stored, size);
    });
    stored = size;
    const server = await startServer(MAIN, [], {
      SVC_DATA: data,
      SVC_PORT: "0",
      SVC_LOG: "off",
      SVC_RATE_LIMIT: "off",
    });
    try {
      await compare(server, size, "info", at);
      await compare(server, size, "latest", (n) => `${at(n)}/latest`);
      await search(server.url, size);
    } finally {
      await server.stop();
    }
  }
} finally {
  await Deno.remove(folder, { recursive: true });
}

/** One kind of read against the floor, in turns so that both meet the same machine. */
async function compare(
  server: { url: string; port: number },
  size: number,
  what: string,
  of: (n: number) => string,
): Promise<void> {
  const bytes = new Uint8Array(await (await fetch(server.url + of(0))).arrayBuffer());
  await Deno.writeFile(`${folder}/body`, bytes);
  const floor = await startServer(FLOOR, [`${folder}/body`], {});
  try {
    // 7919 is prime to every size, so each number comes once before any comes again.
    const first = await load(server.port, (n) => of((n * 7919) % size), ROUND);
    const popular = Math.min(size, POPULAR);
    const path = (n: number) => of(((n * 7919) % popular) * (size / popular));
    await load(server.port, path, 0, { atLeast: popular });
    const rounds: { ours: number; bare: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { rate: ours } = await load(server.port, path, ROUND);
      rounds.push({ ours, bare: (await load(floor.port, path, ROUND)).rate });
    }
    const ratio = quantile(rounds.map(({ ours, bare }) => ours / bare));
    const middle = (of: "ours" | "bare") => Math.round(quantile(rounds.map((one) => one[of])));
    say(
      `${what.padEnd(7)} ${String(size).padStart(7)} extensions, ${bytes.length} bytes: ` +
        `${verdict(ratio, 0.6, "at least")} of bare Deno.serve, ${middle("ours")}/s of ` +
        `${middle("bare")}/s; asked for the first time ${Math.round(first.rate)}/s`,
    );
  } finally {
    await floor.stop();
  }
}

async function search(url: string, size: number): Promise<void> {
  const times: number[] = [];
  for (let n = 0; n < 100; n++) {
    const start = performance.now();
    const response = await fetch(
      `${url}/api/v1/extensions/search?q=topic${String(n * 17 % 1000).padStart(3, "0")}`,
    );
    await response.arrayBuffer();
    times.push(performance.now() - start);
  }
  say(
    `search  ${String(size).padStart(7)} extensions, ${size / 1000} hits: median ` +
      `${quantile(times).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`,
  );
}
