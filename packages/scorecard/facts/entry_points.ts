import { SvcError } from "@svc/core/error";
import type { Manifest } from "@svc/core/manifest";

/** The kinds of content whose files are modules with an entry point each. */
export const MODULE_KINDS = ["models", "drivers", "vaults", "datastores", "reports"] as const;

/**
 * The modules a manifest names, as paths relative to `extension/`, in the manifest's order.
 *
 * @throws SvcError `archive_invalid` when the archive lacks one of them
 */
export function entryPoints(manifest: Manifest, files: ReadonlyMap<string, unknown>): string[] {
  const found = new Set<string>();
  for (const kind of MODULE_KINDS) {
    for (const listed of manifest[kind]) {
      const entry = listed.replace(/^(\.\/)+/, "");
      const path = [`${kind}/${entry}`, entry].find((candidate) =>
        candidate.startsWith(`${kind}/`) && files.has(candidate)
      );
      if (path === undefined) {
        throw new SvcError(
          "archive_invalid",
          `The manifest lists ${listed} under ${kind}, ` +
            `but the archive has no extension/${kind}/${entry}`,
          {
            hint: "Push again with 'svc extension push', which collects what the manifest lists.",
            details: [{ path: `manifest.yaml ${kind}`, message: `${entry} is not in the archive` }],
          },
        );
      }
      found.add(path);
    }
  }
  return [...found];
}
