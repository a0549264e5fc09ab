import { SvcError } from "@svc/core/error";
import { moduleGraph } from "../sources/graph.ts";

const HINT =
  "What lies outside of the extension was never published nor reviewed, and may be anybody's secret. " +
  "Import the extension's own files, npm:, jsr:, node: or https: modules.";

/**
 * Refuses a bundle that still imports anything but built-in modules. Deno loads what an import names
 * literally without asking for a permission, so such an import would read any file of the machine.
 *
 * @param outputs absolute paths of the bundles
 */
export async function assertClosed(
  outputs: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  for (const module of await moduleGraph(outputs, signal)) {
    for (const { specifier, local } of module.imports) {
      if (local === undefined && !/^(data|blob|file|https?):/i.test(specifier)) continue;
      throw outside(JSON.stringify(specifier.slice(0, 100)), "is imported when a method runs,");
    }
    if (!outputs.includes(module.path)) throw outside(module.path, "is imported,");
  }
}

/** The refusal of an extension that takes a file from elsewhere. */
export function outside(place: string, what: string): SvcError {
  return new SvcError(
    "bundle_failed",
    `The extension cannot be bundled: ${place} ${what} outside of the extension`,
    { details: [{ path: place, message: "lies outside of the extension" }], hint: HINT },
  );
}
