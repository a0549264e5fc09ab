import { kindRow, parseGrant } from "@svc/core/permission";
import type { MentionedPermission } from "@svc/runtime/grants";
import {
  type AskedPermission,
  type LinePart,
  linesOf,
  type PermissionQuestion,
  type QuestionLine,
  SDK_PREFIX,
} from "@svc/runtime/policy";
import { columns } from "../frame/columns.ts";

/** What of a question is shown. */
export type QuestionParts =
  & Pick<PermissionQuestion, "asked" | "mentioned" | "computed" | "omitted" | "unscanned">
  & { denied?: readonly AskedPermission[] };

/**
 * The lines of a question: each permission with who asks for it, what the code computes only when it
 * runs, what the policy denies, and what is not asked for although the code names it.
 *
 * @param name of the extension, or of the type where it belongs to none
 */
export function questionLines(name: string, shown: QuestionParts): string[] {
  const { asked, omitted, unscanned = [], denied = [] } = shown;
  return [
    ...shownLines(linesOf(asked)),
    ...(shown.mentioned === undefined ? computedLines(shown.computed) : []),
    ...[...Map.groupBy(unscanned, ({ why }) => why)].map(([why, files]) =>
      `  ${files.map(({ file }) => file).join(", ")} could not be looked at: ${why}; ` +
      "you will be asked when it runs"
    ),
    ...(omitted > 0
      ? [`  ${omitted} more that the code may need; you will be asked when it runs`]
      : []),
    ...columns(
      linesOf(denied).map((one) => [`  ${one.line}`, "denied by the policy"]),
    ),
    ...mentionedLines(name, shown),
  ];
}

/** Lines with who asks for them. That of an SDK is long, and stands apart so that no other is set wide. */
export function shownLines<Line extends QuestionLine>(
  lines: readonly Line[],
  more: (line: Line) => string[] = () => [],
): string[] {
  const cells = (one: Line) => [`  ${one.line}`, ...more(one), origin(one)];
  const isSdk = ({ text }: Line) => text.startsWith(SDK_PREFIX);
  return [
    ...columns(lines.filter((one) => !isSdk(one)).map(cells)),
    ...lines.filter(isSdk).map((one) => cells(one).join("  ")),
  ];
}

/** Permissions named in the note; `svc extension permissions` shows all. */
const MENTIONED = 5;

/** What code names beyond a manifest that states all that it asks for; none where there is nothing. */
export function mentionedLines(
  name: string,
  { mentioned, computed }: {
    mentioned?: readonly LinePart[];
    computed: PermissionQuestion["computed"];
  },
  most = MENTIONED,
): string[] {
  if (mentioned === undefined || mentioned.length + computed.length === 0) return [];
  const lines = linesOf(mentioned);
  const more = lines.length - most;
  return [
    "  The code also mentions permissions that the manifest does not request; they are not granted:",
    ...columns(
      lines.slice(0, most).map(({ line, found }) => [`    ${line}`, found.join(", ")]),
    ),
    ...(more > 0 ? [`    ${more} more: svc extension permissions ${name}`] : []),
    ...(computed.length === 0 ? [] : [`  ${computedLine(computed)}`]),
    `  If a run is refused one of them: svc extension grant ${name} <kind:entry>`,
  ];
}

/** Listed permissions as parts of lines. */
export function parts<Listed extends MentionedPermission & { declared?: boolean }>(
  listed: readonly Listed[],
): (Listed & LinePart)[] {
  return listed.map((one) => ({ declared: false, ...one, ...parseGrant(one.permission) }));
}

/** Who asks for a permission: its manifest, and the places in its code. */
export function origin({ declared, found }: Pick<AskedPermission, "declared" | "found">): string {
  return [...(declared ? ["manifest"] : []), ...found].join(", ");
}

/** What code computes only when it runs, all of it in one line. */
export function computedLines(computed: PermissionQuestion["computed"]): string[] {
  return computed.length === 0 ? [] : [`${computedLine(computed)}; you will be asked when it runs`];
}

/** The places at which the same is computed are named together. */
function computedLine(computed: PermissionQuestion["computed"]): string {
  const uses = computed.flatMap(({ kind, found }) => found.map((place) => ({ kind, place })));
  const kindsAt = [...Map.groupBy(uses, ({ place }) => place)].map(([place, all]) => ({
    place,
    kinds: listed([...new Set(all.map(({ kind }) => `${kindRow(kind).noun}s`))]),
  }));
  const parts = [...Map.groupBy(kindsAt, ({ kinds }) => kinds)].map(([kinds, all]) =>
    `${kinds} (${all.map(({ place }) => place).join(", ")})`
  );
  return `  The code computes ${parts.join("; ")}`;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
