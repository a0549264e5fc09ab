import { promisify } from "node:util";
import { gzip } from "node:zlib";

/** What loading a page costs. Bytes are those of gzip, which every proxy in front can do. */
export interface PageWeight {
  html: number;
  /** HTML and everything that it loads. */
  all: number;
  requests: number;
  stylesheets: number;
}

/** The most a page may cost. */
export const PAGE_BUDGET = { html: 30_000, requests: 5, stylesheets: 1 } as const;

const compress = promisify(gzip);

/** Elements that make a browser ask for something, by what they ask for. */
const STYLESHEET = /<link[^>]*rel="stylesheet"[^>]*href="([^"]+)"/g;
const OTHERS = [
  /<link[^>]*rel="icon"[^>]*href="([^"]+)"/g,
  /<script[^>]*src="([^"]+)"/g,
  /<(?:img|source|iframe|embed|video|audio)[^>]*\ssrc="([^"]+)"/g,
];

/**
 * Weighs a page from its HTML.
 *
 * @param load the bytes of what the page loads, by its address
 */
export async function weighPage(
  html: string,
  load: (address: string) => Promise<Uint8Array>,
): Promise<PageWeight> {
  const addresses = (pattern: RegExp) => [...html.matchAll(pattern)].map((match) => match[1]!);
  const stylesheets = new Set(addresses(STYLESHEET));
  const loaded = new Set([...stylesheets, ...OTHERS.flatMap(addresses)]);
  const bytes = await compressed(new TextEncoder().encode(html));
  const others = await Promise.all(
    [...loaded].map(async (address) => await compressed(await load(address))),
  );
  return {
    html: bytes,
    all: others.reduce((sum, one) => sum + one, bytes),
    requests: 1 + loaded.size,
    stylesheets: stylesheets.size,
  };
}

/** The same of a page that lists all there is on one page, so that a browser's search finds it. */
const LONG_BUDGET = { ...PAGE_BUDGET, html: 40_000 } as const;

/** What of its budget a page exceeds; empty when it keeps to it. */
export function overBudget(weight: PageWeight, long = false): string[] {
  const budget = long ? LONG_BUDGET : PAGE_BUDGET;
  return (Object.keys(budget) as (keyof typeof budget)[])
    .filter((what) => weight[what] > budget[what])
    .map((what) => `${what} ${weight[what]}, at most ${budget[what]}`);
}

async function compressed(bytes: Uint8Array): Promise<number> {
  return (await compress(bytes)).byteLength;
}
