import { BUDGETS } from "../budget/budgets.ts";
import { load, type LoadOptions } from "./load.ts";
import { quantile, say, verdict } from "./numbers.ts";
import { type ServerProcess, startServer } from "./process.ts";
import { FIRST_SERIAL, nameOf } from "./seed.ts";

/** A kind of read, and the share of the floor that it is to reach. */
export interface Read {
  what: string;
  aim: number;
  /** The address of the n-th; all answers are equally long. */
  path: (n: number) => string;
  options?: LoadOptions;
}

const API = "/api/v1/extensions";
const of = (n: number) => `${API}/${encodeURIComponent(nameOf(n))}`;
const pageOf = (n: number) => `/extensions/${nameOf(n)}`;

/**
 * Everything that strangers read; of pages, which differ in length, one.
 *
 * @param last number of the last change
 */
export const readsOf = (last: number): readonly Read[] => [
  { what: "latest", aim: BUDGETS.read.budget, path: (n) => `${of(n)}/latest` },
  { what: "info", aim: BUDGETS.read.budget, path: of },
  { what: "versions", aim: 0.6, path: (n) => `${of(n)}/versions` },
  { what: "checksum", aim: 0.6, path: (n) => `${of(n)}@2026.01.02.1/checksum` },
  {
    what: "download",
    aim: 0.6,
    // The first answer has another head than those after it, as it takes the whole way.
    path: () => `${of(5)}@2026.01.02.1/download`,
    options: { status: 302 },
  },
  { what: "scorecard", aim: 0.6, path: (n) => `${of(n)}/scorecard` },
  { what: "index of one", aim: 0.6, path: (n) => `/index/${nameOf(n)}.json` },
  { what: "index, nothing new", aim: 0.6, path: () => `/index?since=${last}` },
  { what: "search", aim: 0.6, path: () => `${API}/search?q=topic007` },
  { what: "OpenAPI", aim: 0.6, path: () => "/api/v1/openapi.json" },
  { what: "badge", aim: 0.6, path: (n) => `${pageOf(n)}/badge.svg` },
  { what: "feed", aim: 0.6, path: () => "/api/v1/feed" },
  { what: "versions.atom", aim: 0.6, path: (n) => `${pageOf(n)}/versions.atom` },
  { what: "home", aim: 0.3, path: () => "/" },
  { what: "extension's page", aim: 0.3, path: () => pageOf(7) },
  { what: "its versions", aim: 0.3, path: () => `${pageOf(7)}/versions` },
  { what: "search page", aim: 0.3, path: () => "/search" },
  { what: "collective's page", aim: 0.3, path: () => "/collectives/bench" },
  { what: "person's page", aim: 0.3, path: () => "/u/bencher" },
  { what: "manual", aim: 0.3, path: () => "/docs/tutorial" },
];

/** The number of the last change that a server tells mirrors of. */
export async function lastChange(url: string): Promise<number> {
  for (let since = FIRST_SERIAL;;) {
    const response = await fetch(`${url}/index?since=${since}`);
    if (!response.ok) throw new Error(`/index: ${response.status}`);
    const { next, more } = await response.json() as { next: number; more: boolean };
    if (!more) return next;
    since = next;
  }
}

/** Extensions that are asked for again and again: what is popular, not all there is. */
const POPULAR = 1_000;
const ROUNDS = 5;
const ROUND_MS = 250;

/**
 * One kind of read against the floor with the same bytes, in turns, so that both meet the same
 * machine. Beside the rates the processor time an answer takes, which other work disturbs less.
 *
 * @returns the share of the floor
 */
export async function compareRead(
  server: ServerProcess,
  floorScript: string,
  folder: string,
  size: number,
  { what, aim, path, options = {} }: Read,
): Promise<number> {
  const answer = await fetch(server.url + path(0), { redirect: "manual" });
  const bytes = await answer.bytes();
  await Deno.writeFile(`${folder}/body`, bytes);
  const type = answer.headers.get("content-type") ?? "text/plain";
  const floor = await startServer(floorScript, [`${folder}/body`, type], {});
  try {
    // 7919 is prime to every size, so each number comes once before any comes again.
    const first = await load(server.port, (n) => path((n * 7919) % size), ROUND_MS, options);
    const popular = Math.min(size, POPULAR);
    const often = (n: number) => path(((n * 7919) % popular) * (size / popular));
    const different = new Set(Array.from({ length: popular }, (_, n) => often(n))).size;
    await load(server.port, often, 0, { ...options, atLeast: different });
    await load(floor.port, often, 0, { atLeast: 1000 });
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const ours = await measured(server, often, options);
      rounds.push({ ours, bare: await measured(floor, often, {}) });
    }
    const middle = (of: (round: Round) => number) => quantile(rounds.map(of));
    const ratio = middle(({ ours, bare }) => ours.rate / bare.rate);
    const time = middle(({ ours, bare }) => bare.time / ours.time);
    say(
      `${what.padEnd(18)} ${String(bytes.length).padStart(6)} bytes: ` +
        `${verdict(ratio, aim, "at least")}, ${time.toFixed(2)}x by processor time; ` +
        `${Math.round(middle(({ ours }) => ours.rate))}/s, first asked ${Math.round(first.rate)}/s`,
    );
    return ratio;
  } finally {
    await floor.stop();
  }
}

/** Answers a second, and milliseconds of processor time an answer. */
interface Measured {
  rate: number;
  time: number;
}

interface Round {
  ours: Measured;
  bare: Measured;
}

async function measured(
  server: ServerProcess,
  path: (n: number) => string,
  options: LoadOptions,
): Promise<Measured> {
  const before = server.processorTime();
  const { rate, requests } = await load(server.port, path, ROUND_MS, options);
  return { rate, time: (server.processorTime() - before) / requests };
}
