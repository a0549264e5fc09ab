import type { ExtensionRow } from "../../../access/store/extension_table.ts";

/** A stored truth value, or null while unknown. */
export function truth(column: number | null): boolean | null {
  return column === null ? null : column === 1;
}

/** The newest version of each channel; none while the whole extension is yanked. */
export function latestOf(extension: ExtensionRow) {
  const yanked = extension.yanked_at !== null;
  return {
    latestVersion: yanked ? null : extension.latest_stable,
    latestRc: yanked ? null : extension.latest_rc,
    latestBeta: yanked ? null : extension.latest_beta,
  };
}
