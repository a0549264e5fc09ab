import { SvcError } from "@svc/core/error";
import { isRecord } from "@svc/core/json";

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

const PACKAGE = /^((?:@[a-z0-9~_][\w.~-]*\/)?[a-z0-9~_][\w.~-]*)@\d/i;

/** The names of the npm packages in a lock; what is not a name of a package is left out. */
export function lockedPackages(lock: Uint8Array): string[] {
  const { npm } = parse(lock);
  const names = Object.keys(isRecord(npm) ? npm : {}).map((key) => PACKAGE.exec(key)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}

function parse(lock: Uint8Array): Record<string, unknown> {
  let content: unknown;
  try {
    content = JSON.parse(new TextDecoder().decode(lock));
  } catch {
    content = undefined;
  }
  if (isRecord(content)) return content;
  throw new SvcError("bundle_failed", "bundle.lock.json is not a JSON object", {
    hint: "The archive was not made by 'svc extension push'. Ask its publisher to push again.",
  });
}
