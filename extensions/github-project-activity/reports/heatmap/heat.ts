import type { Landed } from "./landed.ts";

/** How warm a path is. */
export interface Heat {
  /** When a pull request that changes it landed last, ISO 8601. */
  lastLandedAt: string;
  /** Pull requests that landed and changed it. */
  landings: number;
}

/** The heat of each path, from what landed in the order it did. A renamed path keeps its heat. */
export function heatOf(landed: readonly Landed[]): Map<string, Heat> {
  const heat = new Map<string, Heat>();
  for (const { mergedAt, files } of landed) {
    // All names of before are looked up first: two files may have exchanged theirs.
    const warmed = files.filter(({ status }) => status !== "removed").map((file) => {
      const from = file.status === "renamed" && file.previousPath ? file.previousPath : file.path;
      const landings = (heat.get(from)?.landings ?? 0) + 1;
      return [file.path, { lastLandedAt: mergedAt, landings }] as const;
    });
    for (const { path, previousPath, status } of files) {
      if (status === "removed") heat.delete(path);
      if (status === "renamed" && previousPath !== null) heat.delete(previousPath);
    }
    for (const [path, one] of warmed) heat.set(path, one);
  }
  return heat;
}
