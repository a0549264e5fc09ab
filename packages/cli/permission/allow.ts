import type { Permissions } from "@svc/core/permission";
import { flag, list, type OptionSpec } from "../frame/command.ts";
import { YES } from "../frame/options.ts";

/** Permissions given on the command line, on the commands that may grant some. */
export const ALLOW = list(
  "<kind:entry>",
  "Grant this permission, for example net:api.example.com or run:git",
);

/** Everything that is asked for, on the same commands. */
export const ALLOW_ALL_REQUESTED = flag("Grant all requested permissions, including wide ones");

/**
 * A line with `--yes` stays in scripts for years: it agrees to nothing that its author has not read.
 */
export const YES_TO_AGREED = {
  ...YES,
  summary: "Do not prompt; fail if permissions are requested that you have not granted before",
} as const satisfies OptionSpec;

/** What answers a question for permissions on the command line. */
export const GRANT_OPTIONS = {
  allow: ALLOW,
  "allow-all-requested": ALLOW_ALL_REQUESTED,
  yes: YES_TO_AGREED,
} as const satisfies Readonly<Record<string, OptionSpec>>;

/** The same on the commands that install: nothing that is not asked for, and skills as well. */
export const INSTALL_OPTIONS = {
  ...GRANT_OPTIONS,
  allow: {
    ...ALLOW,
    summary: "Grant only this requested permission: net:api.example.com, run:git, skill:help",
  },
  without: list("<kind:entry>", "Do not grant this permission; a run that needs it asks again"),
  force: flag("Overwrite locally changed files", { short: "f" }),
} as const satisfies Readonly<Record<string, OptionSpec>>;

/** The values of {@linkcode GRANT_OPTIONS}. */
export interface GivenOptions {
  readonly yes: boolean;
  readonly "allow-all-requested": boolean;
  readonly allow: readonly string[];
}

/** What was said on the command line about permissions. */
export interface Answers {
  /** Asks nothing, and stops where something is to be asked. */
  yes: boolean;
  /** Grants all that is asked for. */
  allowRequested: boolean;
  /** Grants this. */
  allow: Permissions;
  /** Grants what these SDKs need, of what is asked for. */
  sdks?: readonly string[];
}

/**
 * The permissions of `--allow`.
 *
 * @throws SvcError `invalid_argument` for one that is not of the grammar
 */
export async function allowed(texts: readonly string[]): Promise<Permissions> {
  if (texts.length === 0) return {};
  const { permissionsOf } = await import("@svc/core/permission");
  return permissionsOf(texts);
}

/** What a command's options say about permissions. */
export async function answersOf(options: GivenOptions): Promise<Answers> {
  return {
    yes: options.yes,
    allowRequested: options["allow-all-requested"],
    ...await allowedWithSdks(options.allow),
  };
}

/**
 * The permissions of `--allow`, and the SDKs that it names as `sdk:aws`.
 *
 * @throws SvcError `invalid_argument` for one that is not of the grammar
 */
export async function allowedWithSdks(
  texts: readonly string[],
): Promise<{ allow: Permissions; sdks: string[] }> {
  const isSdk = (text: string) => text.startsWith(SDK);
  return {
    allow: await allowed(texts.filter((text) => !isSdk(text))),
    sdks: texts.filter(isSdk).map((text) => text.slice(SDK.length)),
  };
}

const SDK = "sdk:";
