import { readStored } from "@svc/core/json";
import { z } from "zod";
import { LOCK_FILE } from "../archive/archive.ts";
import { codeOf } from "../archive/code.ts";

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
const IMPORTED = /\b(?:from|import)\s*\(?\s*(["'`])((?:npm|jsr):[^"'`\s]+)\1/g;
const RELATIVE = /\b(?:from|import)\s*\(?\s*(["'`])(\.{1,2}\/[^"'`\s]+)\1/g;
const NPM = /^npm:\/?((?:@[^/@]+\/)?[^/@]+)(?:@([^/]+))?(?:\/.*)?$/;
const JSR = /^jsr:\/?(@[^/@]+\/[^/@]+)(?:@([^/]+))?(?:\/.*)?$/;

/**
 * Every type-A (`npm:`) and type-B (`jsr:`) dependency that the sources import, once each and in
 * order of name. An import that hides from a reader of text still shows in the bundle's lock, which
 * the bundle is held to: what it pins counts as imported, unless a type-B dependency asks for it.
 */
export function dependenciesOf(files: Files): Dependency[] {
  const pins = readPins(files);
  const found = new Map<string, Dependency>();
  const add = (specifier: string) => {
    const dependency = parseSpecifier(specifier);
    if (!dependency) return;
    const pinned = pins.versions.get(pinKey(dependency));
    const key = `${dependency.registry}:${dependency.name}@${dependency.requested}`;
    found.set(key, pinned ? { ...dependency, pinned } : dependency);
  };
  for (const code of sourcesOf(files)) {
    for (const match of code.matchAll(IMPORTED)) add(match[2]!);
  }
  for (const specifier of pins.direct) add(specifier);
  return [...found.keys()].sort().map((key) => found.get(key)!);
}

/**
 * The code of every source, without comments. A source below `files/` is a file the extension
 * carries, not a part of it, unless another source imports it.
 */
function* sourcesOf(files: Files): Generator<string> {
  const waiting = new Set(
    [...files.keys()].filter((path) => SOURCE.test(path) && !path.startsWith("files/")),
  );
  // A set is walked to its end even when that moves.
  for (const path of waiting) {
    const { code } = codeOf(files.get(path)!.bytes).read;
    for (const match of code.matchAll(RELATIVE)) {
      const imported = resolve(match[2]!, path);
      if (SOURCE.test(imported) && files.has(imported)) waiting.add(imported);
    }
    yield code;
  }
}

/** The path that a relative specifier means to the bundler; empty when it means none. */
function resolve(specifier: string, from: string): string {
  const base = `file:///${from.split("/").map(encodeURIComponent).join("/")}`;
  try {
    return decodeURIComponent(new URL(specifier, base).pathname.slice(1));
  } catch {
    return "";
  }
}

/** Reads an `npm:` or `jsr:` specifier; undefined when it is neither. */
function parseSpecifier(specifier: string): Dependency | undefined {
  const [registry, match] = specifier.startsWith("npm:")
    ? ["npm", NPM.exec(specifier)] as const
    : ["jsr", JSR.exec(specifier)] as const;
  return match ? { registry, name: match[1]!, requested: match[2] ?? "" } : undefined;
}

/** What a Deno lock pins. */
interface Pins {
  /** Exact versions, without their peers, by specifier: `npm:zod@4` → `4.6.7`. */
  versions: ReadonlyMap<string, string>;
  /** The specifiers that no type-B dependency asks for. */
  direct: readonly string[];
}

function readPins(files: Files): Pins {
  const file = files.get(LOCK_FILE);
  const lock = file ? parseLock(new TextDecoder().decode(file.bytes)) : {};
  const specifiers = Object.entries(lock.specifiers ?? {});
  const indirect = new Set(Object.values(lock.jsr ?? {}).flatMap((one) => one.dependencies ?? []));
  return {
    versions: new Map(
      specifiers.map(([key, version]) => [key.replace(/@\*$/, ""), version.split("_")[0]!]),
    ),
    direct: specifiers.map(([key]) => key.replace(/@\*$/, "")).filter((key) => !indirect.has(key)),
  };
}

interface Lock {
  specifiers?: Record<string, string>;
  jsr?: Record<string, { dependencies?: string[] }>;
}

/** A lock that cannot be read pins nothing: the bundle made from it fails on its own account. */
function parseLock(text: string): Lock {
  return (readStored(lockSchema, text) ?? {}) as Lock;
}

const lockSchema = z.object({
  specifiers: z.record(z.string(), z.string()).optional(),
  jsr: z.record(z.string(), z.object({ dependencies: z.array(z.string()).optional() })).optional(),
});

function pinKey({ registry, name, requested }: Dependency): string {
  return `${registry}:${name}${requested === "" || requested === "*" ? "" : `@${requested}`}`;
}
