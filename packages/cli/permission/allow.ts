import type { Permissions } from "@svc/core/permission";
import type { OptionSpec } from "../frame/command.ts";

/** Permissions given on the command line, on the commands that may grant some. */
export const ALLOW = {
  kind: "list",
  value: "<kind:entry>",
  summary: "Grant this permission, for example net:api.example.com or run:git",
} as const satisfies OptionSpec;

/** Everything that is asked for, on the same commands. */
export const ALLOW_ALL_REQUESTED = {
  kind: "flag",
  summary: "Grant all that is asked for: by the manifest, or by the code when it says nothing",
} as const satisfies OptionSpec;

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
export async function grantOptions(
  options: {
    readonly yes: boolean;
    readonly "allow-all-requested": boolean;
    readonly allow: readonly string[];
  },
): Promise<{ yes: boolean; allowRequested: boolean; allow: Permissions }> {
  return {
    yes: options.yes,
    allowRequested: options["allow-all-requested"],
    allow: await allowed(options.allow),
  };
}
