import type { PermissionKind } from "@svc/core/permission";
import type { AskedPermission, PermissionQuestion } from "@svc/runtime/policy";
import { columns } from "../frame/columns.ts";

/** What code computes of each kind, in words. */
const COMPUTED: Readonly<Record<PermissionKind, string>> = {
  net: "hosts",
  run: "programs",
  env: "variables",
  read: "paths",
  write: "paths",
  sys: "names",
  data: "types",
};

/** What of a question is shown. */
export type Shown = Pick<PermissionQuestion, "asked" | "computed" | "omitted" | "unscanned"> & {
  denied?: readonly AskedPermission[];
};

/**
 * The lines of a question: each permission with who asks for it, what the code computes only when it
 * runs, and what the policy denies.
 */
export function questionLines(
  { asked, computed, omitted, unscanned = [], denied = [] }: Shown,
): string[] {
  return [
    ...columns(asked.map((one) => [`  ${one.line}`, origin(one)])),
    ...computedLines(computed),
    ...unscanned.map(({ file, why }) =>
      `  ${file} could not be looked at: ${why}; you will be asked when it runs`
    ),
    ...(omitted > 0
      ? [`  ${omitted} more that the code may need; you will be asked when it runs`]
      : []),
    ...columns(denied.map((one) => [`  ${one.line}`, "denied by the policy, and not granted"])),
  ];
}

/** Who asks for a permission: its manifest, and the places in its code. */
export function origin({ declared, found }: Pick<AskedPermission, "declared" | "found">): string {
  return [...(declared ? ["manifest"] : []), ...found].join(", ");
}

/** What code computes only when it runs, a line for each kind. */
export function computedLines(computed: PermissionQuestion["computed"]): string[] {
  return computed.map(({ kind, found }) =>
    `  ${kind}: ${COMPUTED[kind]} that the code computes, ${found.join(", ")}; you will be asked ` +
    "when it runs"
  );
}
