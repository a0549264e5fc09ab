import { isCalVer } from "@svc/core/calver";
import { parseExtensionReference } from "@svc/core/name";
import { SvcError } from "@svc/core/error";
import { call } from "../client/call.ts";
import { type Asking, connectWithKey } from "../client/connect.ts";
import { text } from "../frame/command.ts";
import { extensionPath } from "./path.ts";

/** An extension, one of its versions, or one of its channels. */
export interface Target {
  name: string;
  version: string | null;
  channel: string | null;
}

/** The arguments of a command that takes one. */
export const TARGET_ARGUMENTS = [
  { name: "name", summary: "the extension, as @collective/name or @collective/name@version" },
  { name: "version", summary: "a version", defaultText: "the whole extension", optional: true },
] as const;

/** The option that says why, where everybody sees it. */
export const REASON = text("<text>", "The reason, visible to everybody", { required: true });

/**
 * Reads what is to change: `@collective/name`, `@collective/name@version`, or name and version apart.
 *
 * @throws SvcError `invalid_name`, `usage` when two versions are named, or `invalid_argument` for a
 *   malformed one.
 */
export function parseTarget(
  reference: string,
  version: string | undefined,
  channel?: string,
): Target {
  const { name, version: attached } = parseExtensionReference(reference);
  if (attached !== undefined && version !== undefined && attached !== version) {
    throw new SvcError("usage", `Two versions are named: ${attached} and ${version}`);
  }
  const chosen = attached ?? version;
  if (chosen !== undefined && !isCalVer(chosen)) {
    throw new SvcError("invalid_argument", `The version '${chosen}' must be CalVer YYYY.MM.DD.N`, {
      hint: "For example 2026.11.21.1.",
    });
  }
  return { name: name.full, version: chosen ?? null, channel: channel ?? null };
}

/** The target for people: `@acme/tool`, `@acme/tool 2026.11.21.1`, `@acme/tool (beta)`. */
export function describeTarget({ name, version, channel }: Target): string {
  return `${name}${version ? ` ${version}` : ""}${channel ? ` (${channel})` : ""}`;
}

/** Sends one change of an extension's or version's life (reference wire 1.5). */
export async function changeLife(
  asking: Asking,
  target: Target,
  step: "yank" | "unyank" | "deprecate" | "undeprecate",
  body: Record<string, unknown> | undefined,
): Promise<void> {
  const { caller } = await connectWithKey(asking);
  const response = await call(caller, {
    method: "POST",
    path: `${extensionPath(target.name, target.version ?? undefined)}/${step}`,
    apiKeyHeader: true,
    ...(body === undefined ? {} : { body }),
  });
  await response.body?.cancel();
}
