import {
  covers,
  type FoundUse,
  PERMISSION_KINDS,
  type PermissionKind,
  type Permissions,
} from "@svc/core/permission";

/** A permission that the author's own code needs and their manifest does not declare. */
export interface Undeclared {
  kind: PermissionKind;
  entry: string;
  /** Where: `models/x.ts:12`. */
  places: string[];
}

/** Places told of one permission; code may use it in a thousand. */
const PLACES = 3;

/**
 * What a scan found in the author's own code that the manifest does not declare. What packages read is
 * left out: much of it they can do without.
 */
export function undeclaredUses(declared: Permissions, found: readonly FoundUse[]): Undeclared[] {
  const undeclared = new Map<string, Undeclared>();
  for (const { kind, entry, file, line } of found) {
    if (entry === undefined || line === undefined) continue;
    if (covers(declared, { kind, entry })) continue;
    const key = `${kind}:${entry}`;
    const one = undeclared.get(key) ?? { kind, entry, places: [] };
    if (one.places.length < PLACES) one.places.push(`${file}:${line}`);
    undeclared.set(key, one);
  }
  return [...undeclared.values()];
}

/** What to add to the manifest, as lines to paste; none when nothing is missing. */
export function undeclaredLines(undeclared: readonly Undeclared[]): string[] {
  if (undeclared.length === 0) return [];
  const kinds = PERMISSION_KINDS.map((kind) => ({
    kind,
    of: undeclared.filter((one) => one.kind === kind),
  }));
  return [
    "The code needs permissions that the manifest does not declare; users are prompted at their first run.",
    "To declare it, add:",
    "  permissions:",
    ...kinds.filter(({ of }) => of.length > 0).flatMap(({ kind, of }) => [
      `    ${kind}:`,
      ...of.map(({ entry, places }) => `      - ${quoted(entry)} # ${places.join(", ")}`),
    ]),
  ];
}

/** An entry as YAML reads it back. */
function quoted(entry: string): string {
  return /^[\w][\w./-]*$/.test(entry) && !/^[\d.]+$/.test(entry) ? entry : JSON.stringify(entry);
}
