import { defaultValues, kindRow, kindsOf, placeholderOf } from "@svc/core/permission";
import type { PermissionKind, Permissions, PlaceholderSource } from "@svc/core/permission";
import { visibleName } from "@svc/core/text";
import { wideReason } from "@svc/core/wide";

/** A kind of permission in plain words, with the exact grants behind it. */
export interface PermissionSentence {
  kind: PermissionKind;
  /** Begins a sentence that the grants end: `Connect to`. */
  verb: string;
  grants: string[];
}

/**
 * What an extension asks for, one entry a kind; empty when it asks for nothing.
 *
 * @param models whose defaults say what its placeholders mean
 */
export function permissionSentences(
  permissions: Permissions,
  models: readonly PlaceholderSource[] = [],
): PermissionSentence[] {
  return kindsOf(permissions).map((kind) => ({
    kind,
    verb: kindRow(kind).sentence,
    grants: permissions[kind]!.map((grant) => grantText(kind, grant, models)),
  }));
}

function grantText(
  kind: PermissionKind,
  grant: string,
  models: readonly PlaceholderSource[],
): string {
  const text = plainText(kind, grant, models);
  const why = wideReason(kind, grant, { models });
  return why === undefined ? text : `${text} (wide: ${why})`;
}

function plainText(
  kind: PermissionKind,
  grant: string,
  models: readonly PlaceholderSource[],
): string {
  if (kind === "data") {
    return grant.endsWith("/*")
      ? `every type below ${visibleName(grant.slice(0, -2))}`
      : visibleName(grant);
  }
  const placeholder = placeholderOf(kind, grant);
  if (placeholder === undefined) return visibleName(grant);
  const what = kindRow(kind).noun;
  if (placeholder.source === "env") return `the ${what} in the variable ${placeholder.name}`;
  const values = defaultValues(kind, grant, models);
  const unset = values.length === 0 ? "" : `, ${values.join(", ")} where it is not set`;
  const where = placeholder.source === "config" ? "setting" : "argument";
  return `the ${what} in the ${where} ${placeholder.name}${unset}`;
}
