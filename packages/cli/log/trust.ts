import { SvcError } from "@svc/core/error";
import type { LogRules } from "@svc/runtime/policy";
import { type NoteKey, parseVkey, tryParseVkey } from "@svc/log/note";
import type { Caller } from "../client/caller.ts";
import { isSameServer } from "../config/server.ts";
import { askKeys } from "./ask.ts";
import type { LogTrust } from "./check.ts";
import type { KnownLog } from "./known_logs.ts";

/**
 * What the log of a registry is trusted by: keys of the policy, else those that are pinned, else, at
 * first use, those that the registry names.
 *
 * @returns undefined when the registry says that it has no log
 * @throws SvcError `log_key_unknown` when the registry is another log's by now; `log_invalid`
 */
export async function trustIn(
  caller: Caller,
  kept: KnownLog | undefined,
  { trust: policy }: LogRules,
): Promise<LogTrust | undefined> {
  const quorum = policy && policy.witnesses.length > 0 ? policy : undefined;
  const named = keysIn(policy, caller.serverUrl);
  if (named.length > 0) return oneLog(named, kept?.origin, quorum);
  if (kept !== undefined) {
    return { origin: kept.origin, keys: kept.keys.map(parseVkey), quorum };
  }
  const lines = await askKeys(caller);
  if (lines === undefined) return undefined;
  const keys = lines.flatMap((line) => tryParseVkey(line) ?? []).filter((key) =>
    key.kind === "log"
  );
  if (keys.length === 0) {
    throw new SvcError("log_invalid", `${caller.serverUrl} names no key of its log`, {
      hint: "Ask the registry's operator.",
    });
  }
  return oneLog(keys, undefined, quorum);
}

/** Whether the policy has keys of a registry's log, so that there has to be one. */
export function isExpected({ trust }: LogRules, serverUrl: string): boolean {
  return keysIn(trust, serverUrl).length > 0;
}

function keysIn(policy: LogRules["trust"], serverUrl: string): NoteKey[] {
  return (policy?.logs ?? []).filter(({ key, url }) =>
    url === undefined ? isOf(key.name, serverUrl) : isAt(url, serverUrl)
  ).map(({ key }) => key);
}

/** Keys of one log: the one that is kept where they are of several, else the last that is named. */
function oneLog(
  keys: readonly NoteKey[],
  known: string | undefined,
  quorum: LogTrust["quorum"],
): LogTrust {
  const origin = keys.find(({ name }) => name === known)?.name ?? keys.at(-1)!.name;
  return { origin, keys: keys.filter(({ name }) => name === origin), quorum };
}

/** Whether a log's name is that of a registry's address, in whatever epoch. */
function isOf(origin: string, serverUrl: string): boolean {
  const { host, pathname } = new URL(serverUrl);
  const first = `${host}${pathname.replace(/\/$/, "")}/log`;
  return origin === first || origin.startsWith(`${first}/`);
}

/** Whether an address in a policy is that of a registry, or of its log. */
function isAt(url: string, serverUrl: string): boolean {
  return URL.canParse(url) &&
    (isSameServer(url, serverUrl) ||
      isSameServer(url.replace(/\/log(?:\/\d+)?\/?$/, ""), serverUrl));
}
