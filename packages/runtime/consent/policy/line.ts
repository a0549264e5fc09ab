import { asGrants, type Grant, grantText, type Permissions, uncovered } from "@svc/core/permission";
import { visibleName } from "@svc/core/text";
import { KNOWN_SDKS } from "../../extension/sdks/known_sdks.ts";
import type { AskedPermission } from "./question.ts";

/** A permission that a line may hold. */
export type LinePart =
  & Grant
  & Pick<AskedPermission, "declared" | "found" | "line" | "wide" | "sdk">;

/** A line of a question: one permission, or all that an SDK needs. A person answers each as a whole. */
export interface QuestionLine<Part extends LinePart = LinePart>
  extends Pick<LinePart, "declared" | "found" | "line" | "wide"> {
  /** As it is written on a command line: `net:api.example.com`, `sdk:aws`. */
  text: string;
  /** What a yes to it grants. */
  permissions: readonly Part[];
}

/** Permissions as lines, in their order. */
export function linesOf<Part extends LinePart>(permissions: readonly Part[]): QuestionLine<Part>[] {
  const lines: QuestionLine<Part>[] = [];
  const done = new Set<string>();
  for (const one of permissions) {
    const { sdk, line, wide, declared, found } = one;
    if (sdk === undefined) {
      const about = wide === undefined ? {} : { wide };
      lines.push({ text: grantText(one), line, ...about, declared, found, permissions: [one] });
    } else if (!done.has(sdk)) {
      done.add(sdk);
      lines.push(sdkLine(sdk, permissions));
    }
  }
  return lines;
}

/** Permissions as they are written on a command line, those of an SDK as one. */
export function lineTexts(permissions: readonly (Grant & Pick<LinePart, "sdk">)[]): string[] {
  return [
    ...new Set(permissions.map((one) => one.sdk === undefined ? grantText(one) : sdkText(one.sdk))),
  ];
}

/** What is granted, as short as it can be said: an SDK of which nothing is missing stands by its name. */
export function shortTexts(permissions: Permissions): string[] {
  const whole = KNOWN_SDKS.filter(({ asks }) =>
    Object.keys(uncovered(permissions, asks)).length === 0
  );
  const named = new Set(whole.flatMap(({ asks }) => asGrants(asks).map(grantText)));
  return [
    ...asGrants(permissions).map(grantText).filter((text) => !named.has(text)),
    ...whole.map(({ name }) => sdkText(name)),
  ];
}

/** How an SDK is named where a permission is. */
export const SDK_PREFIX = "sdk:";

function sdkText(sdk: string): string {
  return `${SDK_PREFIX}${sdk}`;
}

function sdkLine<Part extends LinePart>(sdk: string, all: readonly Part[]): QuestionLine<Part> {
  const permissions = all.filter((one) => one.sdk === sdk);
  const wide = whyWide(permissions);
  const known = KNOWN_SDKS.find(({ name }) => name === sdk);
  // Said in words where the words are all of it; else what it is is named.
  const says = known?.says !== undefined && isWhole(known.asks, all)
    ? known.says
    : permissions.map(({ kind, entry }) => `${kind} ${visibleName(entry)}`).join(", ");
  return {
    text: sdkText(sdk),
    line: `sdk ${sdk}: ${says}${wide === undefined ? "" : ` (wide: ${wide})`}`,
    ...(wide === undefined ? {} : { wide }),
    declared: false,
    found: permissions[0]!.found,
    permissions,
  };
}

function isWhole(asks: Permissions, all: readonly Grant[]): boolean {
  const texts = new Set(all.map(grantText));
  return asGrants(asks).every((one) => texts.has(grantText(one)));
}

/** What is wide about an SDK: the credentials, and the hosts. */
function whyWide(permissions: readonly LinePart[]): string | undefined {
  const wide = permissions.filter((one) => one.wide !== undefined);
  const reasons = [
    ...(wide.some(({ kind }) => kind !== "net")
      ? ["the extension can do all that these credentials allow"]
      : []),
    ...(wide.some(({ kind }) => kind === "net")
      ? ["anybody can get an account at some of these hosts"]
      : []),
  ];
  return reasons.length === 0 ? undefined : reasons.join("; ");
}
