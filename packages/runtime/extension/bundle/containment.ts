import { SvcError } from "@svc/core/error";
import { parentOf } from "../../base/files/path.ts";
import { moduleGraph } from "../sources/graph.ts";

const HINT =
  "What is outside of the extension was never published nor reviewed, and may be a secret. " +
  "Import the extension's own files, npm:, jsr:, node: or https: modules.";

/**
 * Refuses a bundle that still imports a file or an address. Deno loads what an import names literally
 * without asking for a permission, so such an import would read any file of the machine. What a bare
 * name or `npm:` would load is refused when a method runs, by the flags of its process.
 *
 * @param outputs absolute paths of the bundles
 * @param chunks those of them that others may import: what several share
 * @throws SvcError `bundle_failed`, also for a bundle whose imports cannot be read
 */
export async function assertClosed(
  outputs: readonly string[],
  chunks: readonly string[] = [],
  signal?: AbortSignal,
): Promise<void> {
  const modules = await moduleGraph(outputs, { folders: outputs.map(parentOf), signal });
  // Types in comments, which nothing loads, have modules of their own in the graph.
  const loaded = new Set(
    modules.flatMap(({ imports }) => imports.filter((site) => !site.typeOnly))
      .flatMap(({ local }) => local ?? []),
  );
  for (const module of modules) {
    if (!outputs.includes(module.path) && !loaded.has(module.path)) continue;
    for (const { specifier, local, typeOnly } of module.imports) {
      if (typeOnly) continue;
      if (local !== undefined && chunks.includes(local)) continue;
      if (local === undefined && !/^(data|blob|file|https?):/i.test(specifier)) continue;
      throw outside(JSON.stringify(specifier.slice(0, 100)), "is imported when a method runs,");
    }
    if (!outputs.includes(module.path)) throw outside(module.path, "is imported,");
    if (module.error !== undefined) {
      throw new SvcError("bundle_failed", `A bundle cannot be read: ${module.error}`);
    }
  }
}

/** The refusal of an extension that takes a file from elsewhere. */
export function outside(place: string, what: string): SvcError {
  return new SvcError(
    "bundle_failed",
    `The extension cannot be bundled: ${place} ${what} outside of the extension`,
    { details: [{ path: place, message: "is outside of the extension" }], hint: HINT },
  );
}
