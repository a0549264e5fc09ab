import type { LockedLog } from "@svc/runtime/installed";
import type { Caller } from "../client/caller.ts";
import type { Context } from "../frame/command.ts";
import { logRules, type PolicyPlace } from "../log/rules.ts";
import type { LoggedKey, LoggedVersion, VersionAtHand } from "../log/verify.ts";

/** What checking with a log needs of a command's context. */
export type Checking = Pick<Context, "host" | "progress" | "warn">;

/**
 * Checks versions with their registry's log, before anything of them is installed.
 *
 * @param versions each with what a lockfile says of the log, if there is one
 * @returns each as the log has it; undefined for one without a place in one
 * @throws SvcError what `verifyLogged` throws
 */
export async function checkWithLog(
  { host, progress, warn }: Checking,
  caller: Caller,
  place: PolicyPlace,
  versions: readonly (VersionAtHand & { locked?: LockedLog | undefined })[],
): Promise<(LoggedVersion | undefined)[]> {
  const rules = await logRules(place);
  if (rules.mode === "off") return versions.map(() => undefined);
  // Only who checks pays for what checks.
  const { verifyLogged } = await import("../log/verify.ts");
  return await progress.phase("Checking with the log", async () => {
    const logged: (LoggedVersion | undefined)[] = [];
    // One after the other: each head has to carry on from the one before.
    for (const { locked, ...version } of versions) {
      logged.push(await verifyLogged({ host, warn, rules }, caller, version, locked));
    }
    return logged;
  });
}

/**
 * What the registry's log last told of the key that signed a version; undefined where there is no log, or it
 * tells nothing of the key.
 *
 * @throws SvcError what `verifyLogged` throws
 */
export async function keyInLog(
  { host, warn }: Checking,
  caller: Caller,
  place: PolicyPlace,
  version: Pick<VersionAtHand, "name" | "version" | "publishedAs">,
  hint: string,
): Promise<LoggedKey | undefined> {
  const rules = await logRules(place);
  if (rules.mode === "off") return undefined;
  const { loggedKey } = await import("../log/verify.ts");
  return await loggedKey({ host, warn, rules }, caller, version, hint);
}
