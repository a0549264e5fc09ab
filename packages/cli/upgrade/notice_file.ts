import type { Host } from "../frame/host.ts";

export const DAY_MS = 86_400_000;

/**
 * Where it is stored what is known of newer clients: `$XDG_STATE_HOME/svc`, else `~/.local/state/svc`.
 * Undefined where neither variable names an absolute folder.
 */
export function noticeFile(host: Pick<Host, "env">): string | undefined {
  const state = host.env("XDG_STATE_HOME");
  if (state?.startsWith("/")) return `${state}/svc/update.json`;
  const home = host.env("HOME");
  return home?.startsWith("/") ? `${home}/.local/state/svc/update.json` : undefined;
}

/**
 * True once a day for whoever sits at a terminal, and when a newer client was found since. It costs each
 * command a look at one file's time: all else is loaded only then.
 */
export function isNoticeDue(host: Pick<Host, "env">): boolean {
  if (host.env("CI") || host.env("SVC_NO_UPDATE_NOTICE")) return false;
  const path = noticeFile(host);
  if (path === undefined) return false;
  try {
    const { mtime } = Deno.lstatSync(path);
    // A time that is yet to come is a clock that was wrong.
    return Math.abs(Date.now() - (mtime?.getTime() ?? 0)) >= DAY_MS;
  } catch {
    return true;
  }
}
