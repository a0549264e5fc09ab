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
  graft: "types",
};

/** What of a question is shown. */
export type Shown =
  & Pick<PermissionQuestion, "asked" | "mentioned" | "computed" | "omitted" | "unscanned">
  & { denied?: readonly AskedPermission[] };

/**
 * The lines of a question: each permission with who asks for it, what the code computes only when it
 * runs, what the policy denies, and what is not asked for although the code names it.
 *
 * @param name of the extension, or of the type where it belongs to none
 */
export function questionLines(name: string, shown: Shown): string[] {
  const { asked, omitted, unscanned = [], denied = [] } = shown;
  return [
    ...columns(asked.map((one) => [`  ${one.line}`, origin(one)])),
    ...(shown.mentioned === undefined ? computedLines(shown.computed) : []),
    ...unscanned.map(({ file, why }) =>
      `  ${file} could not be looked at: ${why}; you will be asked when it runs`
    ),
    ...(omitted > 0
      ? [`  ${omitted} more that the code may need; you will be asked when it runs`]
      : []),
    ...columns(denied.map((one) => [`  ${one.line}`, "denied by the policy, and not granted"])),
    ...mentionedLines(name, shown),
  ];
}

/** Permissions named in the note; `svc extension permissions` shows all. */
const MENTIONED = 5;

/** What code names beyond a manifest that states all that it asks for; none where there is nothing. */
export function mentionedLines(
  name: string,
  { mentioned, computed }: {
    mentioned?: readonly { line: string; found: readonly string[] }[];
    computed: PermissionQuestion["computed"];
  },
  most = MENTIONED,
): string[] {
  if (mentioned === undefined || mentioned.length + computed.length === 0) return [];
  const more = mentioned.length - most;
  return [
    "  The code also mentions what the manifest does not ask for; it is not granted:",
    ...columns(
      mentioned.slice(0, most).map(({ line, found }) => [`    ${line}`, found.join(", ")]),
    ),
    ...(more > 0 ? [`    ${more} more: svc extension permissions ${name}`] : []),
    ...computed.map((one) => `  ${computedLine(one)}`),
    `  If a run is refused one of them: svc extension grant ${name} <kind:entry>`,
  ];
}

/** Who asks for a permission: its manifest, and the places in its code. */
export function origin({ declared, found }: Pick<AskedPermission, "declared" | "found">): string {
  return [...(declared ? ["manifest"] : []), ...found].join(", ");
}

/** What code computes only when it runs, a line for each kind. */
export function computedLines(computed: PermissionQuestion["computed"]): string[] {
  return computed.map((one) => `${computedLine(one)}; you will be asked when it runs`);
}

function computedLine({ kind, found }: PermissionQuestion["computed"][number]): string {
  return `  ${kind}: ${COMPUTED[kind]} that the code computes, ${found.join(", ")}`;
}
