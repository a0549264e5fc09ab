import type { ServerProcess } from "../registry/process.ts";
import type { Figures } from "./figures.ts";
import { nameOf, SEARCHED, slugOf } from "./names.ts";
import { familyTime } from "./process_tree.ts";

const API = "/api/v1/extensions";
const of = (n: number) => `${API}/${encodeURIComponent(nameOf(n))}`;

/** What is read, of the n-th extension, and how often. */
const READS: readonly [what: string, times: number, path: (n: number) => string][] = [
  ["latest", 500, (n) => `${of(n)}/latest`],
  ["info", 500, of],
  ["versions", 500, (n) => `${of(n)}/versions`],
  ["scorecard", 500, (n) => `${of(n)}/scorecard`],
  ["checksum", 500, (n) => `${of(n)}@2026.01.02.1/checksum`],
  ["/index/<name>.json", 500, (n) => `/index/${nameOf(n)}.json`],
  ["/index?since=, 1000 changes", 50, (n) => `/index?since=${n}`],
  ["page of an extension", 100, (n) => `/extensions/${nameOf(n)}`],
  ["page of what depends on it", 50, (n) => `/extensions/${nameOf(n % 500)}/dependencies`],
  ["page of a collective", 100, (n) => `/collectives/${slugOf(Math.floor(n / 10))}`],
  ["search, a rare word", 40, (n) => `${API}/search?q=${SEARCHED.rare}&page=${n % 40 + 1}`],
  ["search, a common word", 40, (n) => `${API}/search?q=${SEARCHED.common}&page=${n % 400 + 1}`],
  ["search, all by pulls", 40, (n) => `${API}/search?sort=pulls&page=${n % 400 + 1}`],
  ["/metrics", 10, () => "/metrics"],
];

/** How many requests are on their way at a time. */
const AT_ONCE = 2;

/**
 * The processor time of a read that is not kept in memory: each asks for another extension. The
 * search's own process and the database count in.
 */
export async function measureReads(
  figures: Figures,
  size: number,
  server: ServerProcess,
  postgres: number | undefined,
): Promise<void> {
  const time = () => familyTime(server.pid) + (postgres === undefined ? 0 : familyTime(postgres));
  await ask(server.url, Array.from({ length: 500 }, (_, n) => `${of(n)}/versions?perPage=7`));
  for (const [what, times, path] of READS) {
    // 7919 is prime to every size.
    const asked = Array.from({ length: times }, (_, n) => path((n * 7919 + 13) % size));
    await ask(server.url, [path(0)]);
    const before = time();
    await ask(server.url, asked);
    figures.note(size, what, "ms", (time() - before) / times);
  }
}

async function ask(url: string, paths: readonly string[]): Promise<void> {
  let next = 0;
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    while (next < paths.length) {
      const path = paths[next++]!;
      const response = await fetch(url + path);
      const text = await response.text();
      if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`);
    }
  }));
}
