// Stands for `packages/core/module/sibling.ts` in tests: what a test starts in a process of its own is
// the module of the client that npm installed, as for people, and not the source beside its starter.

import type { ModulePlace } from "../../packages/core/module/sibling.ts";
import { entryName } from "../build/entries.ts";

const PACKAGES = new URL("../../packages/", import.meta.url).href;
const INSTALLED = new URL(
  "../../dist/installed/lib/node_modules/@svc/cli/dist/",
  import.meta.url,
);
const built = new Set([...Deno.readDirSync(INSTALLED)].map(({ name }) => name));

/** As that of the sources; of a module that the client has as a file of its own, the URL of this file. */
export function siblingUrl({ url }: ModulePlace, path: string): string {
  const source = new URL(path, url).href;
  if (!source.startsWith(PACKAGES) || !source.endsWith(".ts")) return source;
  const file = `${entryName(source.slice(PACKAGES.length))}.js`;
  return built.has(file) ? new URL(file, INSTALLED).href : source;
}

/** As that of the sources, for the URL of {@linkcode siblingUrl}. */
export function siblingPath(place: ModulePlace, path: string): string {
  return decodeURIComponent(new URL(siblingUrl(place, path)).pathname).replace(/\/$/, "");
}
