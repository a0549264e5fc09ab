import { nearest } from "@svc/core/text";
import { isOthers } from "./others.ts";
import { SETTINGS } from "./settings.ts";

const NAMES: readonly string[] = Object.values(SETTINGS).map(({ name }) => name);

/**
 * The variables named `SVC_…` that nobody reads, each with the settings it may have been meant for:
 * a misspelled setting would otherwise leave the default in force without a word.
 */
export function unknownVariables(
  environment: Readonly<Record<string, string | undefined>>,
): { path: string; message: string }[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith("SVC_") && !NAMES.includes(name) && !isOthers(name))
    .sort()
    .map((path) => {
      // The shared beginning would make every name a near one.
      const near = nearest(path.slice("SVC_".length), NAMES.map((name) => name.slice(4)));
      const advice = near.length === 0
        ? "unset it"
        : `did you mean ${near.map((name) => `SVC_${name}`).join(" or ")}?`;
      return { path, message: `there is no such setting; ${advice}` };
    });
}
