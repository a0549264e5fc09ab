// Anonymous reads against a bare Deno.serve that returns the same bytes, and their growth from a
// thousand to a hundred thousand extensions; publishing against `deno doc` alone; the latency of
// reads while twenty publications run.
import { load } from "./registry/load.ts";
import { startServer } from "./registry/process.ts";
import { measurePublishing } from "./registry/publishing.ts";
import { nameOf, seed } from "./registry/seed.ts";

const SIZES = [1_000, 10_000, 100_000];
const MEASURE = 3_000;
const MAIN = `${import.meta.dirname}/../packages/registry/main.ts`;
const FLOOR = `${import.meta.dirname}/registry/floor.ts`;

const say = (line: string) => Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
const at = (n: number) => `/api/v1/extensions/${encodeURIComponent(nameOf(n))}`;

const folder = await Deno.makeTempDir({ prefix: "svc-bench-" });
const data = `${folder}/data`;
const env = {
  SVC_DATA: data,
  SVC_PORT: "0",
  SVC_LOG: "off",
  SVC_RATE_LIMIT: "off",
};
try {
  let key = "";
  let stored = 0;
  for (const size of SIZES) {
    key ||= await seed(data, stored, size);
    if (stored > 0) await seed(data, stored, size);
    stored = size;
    const server = await startServer(MAIN, [], env);
    try {
      const reads: [string, (n: number) => string][] = [
        ["info", (n) => at((n * 7919) % size)],
        ["latest", (n) => `${at((n * 7919) % size)}/latest`],
      ];
      for (const [what, path] of reads) await compare(server, size, what, path);
      await search(server.url, size);
      if (size === 10_000) await measurePublishing(server.url, key, say);
    } finally {
      await server.stop();
    }
  }
} finally {
  await Deno.remove(folder, { recursive: true });
}

/** One kind of read against the floor, alternating so that both meet the same machine. */
async function compare(
  server: { url: string; port: number },
  size: number,
  what: string,
  path: (n: number) => string,
): Promise<void> {
  const bytes = new Uint8Array(await (await fetch(server.url + path(0))).arrayBuffer());
  await Deno.writeFile(`${folder}/body`, bytes);
  const floor = await startServer(FLOOR, [`${folder}/body`], {});
  try {
    const cold = await load(server.port, path, MEASURE);
    // What fits in memory is there from now on; what does not is part of the growth.
    await load(server.port, path, 0, { atLeast: size });
    const rates: [number, number][] = [];
    for (let round = 0; round < 2; round++) {
      rates.push([
        (await load(server.port, path, MEASURE)).rate,
        (await load(floor.port, path, MEASURE)).rate,
      ]);
    }
    const ours = Math.max(...rates.map(([rate]) => rate));
    const bare = Math.max(...rates.map(([, rate]) => rate));
    say(
      `${what.padEnd(7)} ${String(size).padStart(7)} extensions, ${bytes.length} bytes: ` +
        `${(ours / bare).toFixed(2)}x of bare Deno.serve ` +
        `(${Math.round(ours)}/s of ${Math.round(bare)}/s; first pass ${Math.round(cold.rate)}/s)`,
    );
  } finally {
    await floor.stop();
  }
}

async function search(url: string, size: number): Promise<void> {
  const times: number[] = [];
  for (let n = 0; n < 50; n++) {
    const start = performance.now();
    const response = await fetch(
      `${url}/api/v1/extensions/search?q=topic${String(n * 17 % 1000).padStart(3, "0")}`,
    );
    await response.arrayBuffer();
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  say(
    `search  ${String(size).padStart(7)} extensions: median ${times[25]!.toFixed(1)} ms, ` +
      `slowest of 50 ${times[49]!.toFixed(1)} ms`,
  );
}
