import { BUDGETS } from "../budget/budgets.ts";
import { report } from "../budget/report.ts";
import { quantile, say, verdict } from "./numbers.ts";

/**
 * What is searched for: the words, and how much of the registry they find. No two addresses are the
 * same, as answers to strangers are kept.
 */
const SEARCHES: readonly [kind: string, query: (n: number) => string][] = [
  ["common word", (n) => `q=benchmark&page=${n + 1}`],
  ["1 of 1000", (n) => `q=topic${String(n * 17 % 1000).padStart(3, "0")}`],
  ["beginning", (n) => `q=ext+ben&page=${n + 1}`],
  ["typing error", (n) => `q=benchmrak+topic${String(n * 17 % 1000).padStart(3, "0")}`],
  ["with facets", (n) => `q=extension&facets=true&page=${n + 1}`],
  ["all, facets", (n) => `facets=true&sort=pulls&page=${n + 1}`],
];

/** Times each is asked. */
const TIMES = 40;

/** The longest that half, and 99 of 100 searches may take, in milliseconds. */
const AIM = BUDGETS.search.budget;

/**
 * Searches one after another, and beside that asks for something that needs no search: what that
 * waits is how long the server's thread does nothing else.
 */
export async function measureSearch(url: string, engine: string, size: number): Promise<void> {
  const get = async (path: string) => {
    const start = performance.now();
    const response = await fetch(url + path);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return performance.now() - start;
  };
  await get("/api/v1/extensions/search?q=warm");
  const all: number[] = [];
  const middles: string[] = [];
  const waits: number[] = [];
  let searching = true;
  const beside = (async () => {
    while (searching) waits.push(await get("/healthz"));
  })();
  for (const [kind, query] of SEARCHES) {
    const times: number[] = [];
    for (let n = 0; n < TIMES; n++) times.push(await get(`/api/v1/extensions/search?${query(n)}`));
    middles.push(`${kind} ${quantile(times).toFixed(1)}`);
    all.push(...times);
  }
  searching = false;
  await beside;
  const alone: number[] = [];
  for (let n = 0; n < waits.length && n < 2000; n++) alone.push(await get("/healthz"));
  const p99 = quantile(all, 0.99);
  if (size >= 100_000) report("search", p99);
  say(
    `search  ${String(size).padStart(7)} extensions, ${engine}: p50 ${
      quantile(all).toFixed(1)
    } ms, ` +
      `p99 ${p99.toFixed(1)} ms, ${verdict(p99 / AIM, 1, "at most")} of ${AIM} ms; ${
        middles.join(", ")
      }`,
  );
  const of = (times: number[]) =>
    `p50 ${quantile(times).toFixed(1)}, p99 ${quantile(times, 0.99).toFixed(1)}, longest ${
      Math.max(...times).toFixed(1)
    } ms`;
  say(`        an answer beside it: ${of(waits)}; alone: ${of(alone)}`);
}
