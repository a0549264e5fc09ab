import { SvcError } from "@svc/core/error";
import { isRecord, parsedJson } from "@svc/core/json";

/** What a lock may say; the rest would configure the bundler. */
const PARTS: ReadonlySet<string> = new Set([
  "version",
  "specifiers",
  "npm",
  "jsr",
  "redirects",
  "remote",
]);

/**
 * A published lock without what would let its author replace packages: an address to fetch one from,
 * under any name and with a digest to match, is left to the package registry to tell. Deno would keep
 * what it got in the cache that all projects of the machine share.
 *
 * @param lock content of `bundle.lock.json`
 * @returns the exact bytes when there is nothing to leave out
 * @throws SvcError `bundle_failed` for a lock that is not a JSON object
 */
export function plainLock(lock: Uint8Array): Uint8Array {
  const content = parse(lock);
  const npm = isRecord(content["npm"]) ? content["npm"] : {};
  const addressed = Object.values(npm).filter((entry) => isRecord(entry) && "tarball" in entry);
  const foreign = Object.keys(content).filter((part) => !PARTS.has(part));
  if (addressed.length === 0 && foreign.length === 0) return lock;
  for (const entry of addressed) delete (entry as Record<string, unknown>)["tarball"];
  for (const part of foreign) delete content[part];
  return new TextEncoder().encode(`${JSON.stringify(content, null, 2)}\n`);
}

const PACKAGE = /^((?:@[a-z0-9~_][\w.~-]*\/)?[a-z0-9~_][\w.~-]*)@(\d[^_]*)/i;

/** The names of the npm packages in a lock; what is not a name of a package is left out. */
export function lockedPackages(lock: Uint8Array): string[] {
  const { npm } = parse(lock);
  const names = Object.keys(isRecord(npm) ? npm : {}).map((key) => PACKAGE.exec(key)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}

/** The version that a lock has for what sources ask for, such as `npm:zod@4`. */
export function lockedVersion(lock: Uint8Array, specifier: string): string | undefined {
  const { specifiers } = parse(lock);
  const version = isRecord(specifiers) ? specifiers[specifier] : undefined;
  return typeof version === "string" ? version : undefined;
}

/** Reads a lock as a graph of `name@version`; a part that has not the form of one is left out. */
export function lockedGraph(lock: Uint8Array) {
  const { specifiers, npm } = parse(lock);
  const entries = Object.entries(isRecord(npm) ? npm : {}).flatMap(([key, entry]) => {
    const [, name, version] = PACKAGE.exec(key) ?? [];
    return name === undefined || !isRecord(entry)
      ? []
      : [{ key, name, full: `${name}@${version}`, entry }];
  });
  const byKey = new Map(entries.map((one) => [one.key, one]));
  const byName = Map.groupBy(entries, ({ name }) => name);
  // Written without a version where the lock has only one.
  const find = (text: string) => {
    const named = byName.get(text) ?? [];
    return byKey.get(text) ?? (named.length === 1 ? named[0] : undefined);
  };
  const roots = Object.entries(isRecord(specifiers) ? specifiers : {}).flatMap(([from, to]) => {
    const name = /^npm:(@?[^@]+)/.exec(from)?.[1];
    return name === undefined ? [] : find(`${name}@${to}`) ?? [];
  });
  return {
    packages: new Set(entries.map(({ full }) => full)),
    /** What the sources reach without going through packages of the names that `stops` is true for. */
    reached(stops: (name: string) => boolean) {
      const seen = new Set<(typeof entries)[number]>();
      const waiting = [...roots];
      for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
        if (seen.has(at) || stops(at.name)) continue;
        seen.add(at);
        for (const part of ["dependencies", "optionalDependencies", "optionalPeers"]) {
          const needed = at.entry[part];
          if (!Array.isArray(needed)) continue;
          waiting.push(...needed.flatMap((one) => find(String(one)) ?? []));
        }
      }
      return new Set([...seen].map(({ full }) => full));
    },
  };
}

function parse(lock: Uint8Array): Record<string, unknown> {
  const content = parsedJson(new TextDecoder().decode(lock));
  if (isRecord(content)) return content;
  throw new SvcError("bundle_failed", "bundle.lock.json is not a JSON object", {
    hint: "The archive was not made by 'svc extension push'. Ask its publisher to push again.",
  });
}
