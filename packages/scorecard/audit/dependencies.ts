import { LOCK_FILE } from "../archive/archive.ts";
import { codeOnly } from "../source/code.ts";

/** A dependency as a source names it. */
export interface Dependency {
  registry: "npm" | "jsr";
  name: string;
  /** The version or range as written; empty when there is none. */
  requested: string;
  /** The exact version that the bundle's lock pins, when it does. */
  pinned?: string;
}

type Files = ReadonlyMap<string, { bytes: Uint8Array }>;

const SOURCE = /\.[cm]?[jt]sx?$/;
const QUOTED = /(["'`])((?:npm|jsr):[^"'`\s]+)\1/g;
const IMPORTED = /\b(?:from|import)\s*\(?\s*(["'`])((?:npm|jsr):[^"'`\s]+)\1/g;
const NPM = /^npm:\/?((?:@[^/@]+\/)?[^/@]+)(?:@([^/]+))?(?:\/.*)?$/;
const JSR = /^jsr:\/?(@[^/@]+\/[^/@]+)(?:@([^/]+))?(?:\/.*)?$/;

/**
 * Every type-A (`npm:`) and type-B (`jsr:`) dependency that the sources import, once each and in
 * order of name. An import that hides from a reader of text still shows in the bundle's lock; what
 * the lock pins and a source mentions counts as imported.
 */
export function dependenciesOf(files: Files): Dependency[] {
  const pins = readPins(files);
  const found = new Map<string, Dependency>();
  const add = (specifier: string) => {
    const dependency = parseSpecifier(specifier);
    if (!dependency) return;
    const pinned = pins.get(pinKey(dependency));
    const key = `${dependency.registry}:${dependency.name}@${dependency.requested}`;
    if (!found.has(key)) found.set(key, pinned ? { ...dependency, pinned } : dependency);
  };
  const decoder = new TextDecoder();
  for (const [path, { bytes }] of files) {
    if (!SOURCE.test(path) || path.startsWith("files/")) continue;
    const text = decoder.decode(bytes);
    for (const match of codeOnly(text, { strings: true }).matchAll(IMPORTED)) add(match[2]!);
    for (const match of text.matchAll(QUOTED)) {
      const mentioned = parseSpecifier(match[2]!);
      if (mentioned && pins.has(pinKey(mentioned))) add(match[2]!);
    }
  }
  return [...found.entries()].sort(([a], [b]) => a < b ? -1 : 1).map(([, one]) => one);
}

/** Reads an `npm:` or `jsr:` specifier; undefined when it is neither. */
export function parseSpecifier(specifier: string): Dependency | undefined {
  const [registry, match] = specifier.startsWith("npm:")
    ? ["npm", NPM.exec(specifier)] as const
    : ["jsr", JSR.exec(specifier)] as const;
  return match ? { registry, name: match[1]!, requested: match[2] ?? "" } : undefined;
}

/** The `specifiers` of a Deno lock: `npm:zod@4` → `4.6.7`, without its peers. */
function readPins(files: Files): Map<string, string> {
  const lock = files.get(LOCK_FILE);
  if (!lock) return new Map();
  try {
    const { specifiers } = JSON.parse(new TextDecoder().decode(lock.bytes));
    return new Map(
      Object.entries(specifiers ?? {}).map(([key, version]) => [
        key.endsWith("@*") ? key.slice(0, -2) : key,
        String(version).split("_")[0]!,
      ]),
    );
  } catch {
    return new Map();
  }
}

function pinKey({ registry, name, requested }: Dependency): string {
  return `${registry}:${name}${requested === "" || requested === "*" ? "" : `@${requested}`}`;
}
