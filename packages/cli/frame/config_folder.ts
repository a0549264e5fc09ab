import { SvcError } from "@svc/core/error";
import type { Host } from "./host.ts";

/**
 * The per-user configuration folder: `$XDG_CONFIG_HOME/svc`, else `~/.config/svc` (spec §2.2).
 *
 * @throws SvcError `validation_failed` when neither variable names an absolute folder.
 */
export function configFolder(host: Pick<Host, "env">): string {
  const folder = maybeConfigFolder(host);
  if (folder !== undefined) return folder;
  throw new SvcError("validation_failed", "There is no folder for svc's configuration", {
    hint: "Set HOME or XDG_CONFIG_HOME to an absolute path.",
  });
}

/** The same folder, or undefined when neither variable names one. */
export function maybeConfigFolder(host: Pick<Host, "env">): string | undefined {
  // The base directory specification tells to ignore a relative XDG_CONFIG_HOME.
  const base = host.env("XDG_CONFIG_HOME");
  if (base?.startsWith("/")) return `${base.replace(/\/+$/, "")}/svc`;
  const home = host.env("HOME");
  if (home?.startsWith("/")) return `${home.replace(/\/+$/, "")}/.config/svc`;
  return undefined;
}
