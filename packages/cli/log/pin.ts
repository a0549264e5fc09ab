import { isSvcError } from "@svc/core/error";
import { formatVkey } from "@svc/log/note";
import type { Caller } from "../client/caller.ts";
import type { Host } from "../frame/host.ts";
import { acceptKey } from "./accept.ts";
import { readKnownLog, replaceKnownLog } from "./known_logs.ts";
import { logRules, policyPlace } from "./rules.ts";
import { trustIn } from "./trust.ts";

/**
 * Pins the keys of a registry's log at a login: the one that the person gives, else those that the
 * registry names, unless some are pinned already.
 *
 * @throws SvcError what `acceptKey` throws, for a key that was given
 */
export async function pinAtLogin(
  host: Pick<Host, "env">,
  caller: Caller,
  vkey: string | undefined,
): Promise<void> {
  const rules = await logRules(policyPlace(host));
  if (vkey !== undefined) {
    await acceptKey({ host, rules }, caller, vkey);
    return;
  }
  try {
    if (await readKnownLog(host, caller.serverUrl) !== undefined) return;
    const trust = await trustIn(caller, undefined, rules);
    if (trust === undefined) return;
    const { origin, keys } = trust;
    const { serverUrl } = caller;
    await replaceKnownLog(host, serverUrl, undefined, {
      serverUrl,
      origin,
      keys: keys.map(formatVkey),
    });
  } catch (error) {
    // The first pull says what is wrong with the log; logging in does not hang on it.
    if (!isSvcError(error)) throw error;
  }
}
