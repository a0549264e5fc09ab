import { type Channel, CHANNELS, mayPromote } from "@svc/core/channel";
import { isSvcError, messageOf, SvcError } from "@svc/core/error";
import { decodeBase64 } from "@svc/log/base64";
import { formatVkey } from "@svc/log/note";
import type { Head } from "@svc/log/tree";
import type { LockedLog } from "@svc/runtime/installed";
import type { LogRules } from "@svc/runtime/policy";
import type { Caller } from "../client/caller.ts";
import type { Host } from "../frame/host.ts";
import { askCheckpoint, askProof, type Wanted } from "./ask.ts";
import { carriesOn, type CheckedHead, type CheckedLeaf, checkHead, openProof } from "./check.ts";
import { inconsistent } from "./evidence.ts";
import { type KnownLog, readKnownLog, replaceKnownLog } from "./known_logs.ts";
import { beganWith, tilesAt } from "./tiles.ts";
import { isExpected, trustIn } from "./trust.ts";

/** What verifying needs of a command's context. */
export interface Verifying {
  readonly host: Pick<Host, "env">;
  warn(line: string): void;
  /** What the policy of this machine says. */
  rules: LogRules;
}

/** A version at hand, which the log is to know exactly so. */
export interface VersionAtHand {
  name: string;
  /** The name in its archive, where the extension was transferred since. */
  publishedAs: string;
  version: string;
  channel: string;
  /** SHA-256 of the archive in hexadecimal. */
  checksum: string;
  /** When the registry says that it was published. */
  publishedAt: Date | undefined;
}

/** A version's entry in the log. */
export interface LoggedVersion {
  /** Where it stands, as the lockfile has it. */
  log: LockedLog;
  /** When it was published, as the log has it. */
  at: string;
  /** SHA-256 of the bundle that was published with it, in hexadecimal; undefined for none. */
  provenance: unknown;
}

/** The last event of a key. */
export interface LoggedKey {
  isRevoked: boolean;
  at: string;
}

/** How long a version may be without its entry, and a head without a witness, in milliseconds. */
const AGES = { leaf: 24 * 3_600_000, head: 7 * 24 * 3_600_000 };

/** How often a head is asked for again because another svc kept one meanwhile. */
const TRIES = 20;

/**
 * Checks that a registry's log knows a version exactly as it is at hand, in a head that carries on from
 * the one that is kept, and keeps the new one. A registry without a log is not asked for one, as
 * long as it never had one.
 *
 * @param locked what a lockfile says of the log: its head has to be one of the log's as well
 * @returns its entry and where that stands; undefined without a log, or while its entry is to come
 * @throws SvcError `log_inconsistent` when the registry takes back what it showed, or the entry says
 *   something else; `log_behind` when the entry is missing for a day; `log_key_unknown`; `log_invalid`;
 *   `log_disabled` when there has to be a log and is none
 */
export async function verifyLogged(
  context: Verifying,
  caller: Caller,
  version: VersionAtHand,
  locked?: LockedLog,
): Promise<LoggedVersion | undefined> {
  if (context.rules.mode === "off") return undefined;
  const { name } = version;
  const wanted = { name, version: version.version, kind: "published" };
  const found = await askAndKeep(context, caller, wanted, locked);
  if (found === undefined) return undefined;
  const { head, leaf } = found;
  if (leaf === undefined) {
    // What is read without a key is not private.
    if (found.isLeftOut && caller.bearer !== undefined) {
      sayLeftOut(context, caller, version, locked);
    } else sayBehind(context, caller, version);
    return undefined;
  }
  const { index, said } = leaf;
  if (
    said["kind"] !== "published" || !isAbout(said, version) ||
    said["checksum"] !== version.checksum
  ) throw saysOther(version, said);
  if (said["channel"] !== version.channel) {
    const promoted = await askAndKeep(context, caller, { ...wanted, kind: "promoted" });
    assertPromoted(context, caller, version, promoted?.leaf?.said ?? said);
  }
  const log = { origin: head.origin, index, size: head.size, root: head.root.toBase64() };
  return { log, at: String(said["at"]), provenance: said["provenance"] };
}

/**
 * What the log last told of the key that signed a version, in a head that is kept now; undefined when it
 * tells nothing, as of what happened before it began.
 *
 * @throws SvcError what `verifyLogged` throws
 */
export async function loggedKey(
  context: Verifying,
  caller: Caller,
  { name, version, publishedAs }: Pick<VersionAtHand, "name" | "version" | "publishedAs">,
  hint: string,
): Promise<LoggedKey | undefined> {
  const said = (await askAndKeep(context, caller, { name, version, kind: "key" }))?.leaf?.said;
  const owner = publishedAs.split("/")[0];
  const isMeant = said?.["kind"] === "key" && said["hint"] === hint && said["subject"] === owner;
  return isMeant ? { isRevoked: said["change"] === "removed", at: String(said["at"]) } : undefined;
}

function isAbout(
  said: CheckedLeaf["said"],
  { name, publishedAs, version }: VersionAtHand,
): boolean {
  return [name, publishedAs].includes(String(said["subject"])) && said["version"] === version;
}

/** @param said the last event that the log has of the version's channel */
function assertPromoted(
  context: Verifying,
  caller: Caller,
  version: VersionAtHand,
  said: CheckedLeaf["said"],
): void {
  const { kind, channel, from, to } = said;
  const channels = kind === "promoted" ? [from, to] : [channel];
  if (!isAbout(said, version)) throw saysOther(version, said);
  if (channels.includes(version.channel)) return;
  const last = CHANNELS.find((one) => one === channels.at(-1));
  if (last === undefined || !mayPromote(last, version.channel as Channel)) {
    throw saysOther(version, said);
  }
  sayPromotion(context, caller, version, last);
}

/**
 * The head of a registry's log, which carries on from the one that is kept and is kept now.
 *
 * @throws SvcError as {@linkcode verifyLogged}; `log_disabled` when the registry has no log
 */
export async function currentHead(context: Verifying, caller: Caller): Promise<CheckedHead> {
  const found = await askAndKeep(context, caller, undefined);
  if (found !== undefined) return found.head;
  throw new SvcError("log_disabled", `${caller.serverUrl} has no log`, {
    hint: "Its operator can have it keep one with SVC_LOG_KEY.",
  });
}

/** An event, in the head that is kept now; without a leaf when the log does not have it. */
interface Found {
  head: CheckedHead;
  leaf: CheckedLeaf | undefined;
  /** True when the registry says that its log has nothing of private collectives. */
  isLeftOut: boolean;
}

/** @returns undefined when the registry has no log, and never had one */
async function askAndKeep(
  context: Verifying,
  caller: Caller,
  wanted: Omit<Wanted, "from"> | undefined,
  locked?: LockedLog,
): Promise<Found | undefined> {
  const { host, rules } = context;
  const { serverUrl } = caller;
  for (let tries = 0; tries < TRIES; tries++) {
    const kept = await readKnownLog(host, serverUrl);
    const answer = wanted === undefined
      ? "absent"
      : await askProof(caller, { ...wanted, from: kept?.head?.size ?? 0 });
    const trust = answer === "none" ? undefined : await trustIn(caller, kept, rules);
    if (answer === "none" || trust === undefined) {
      assertNeverHad(caller, kept ?? locked, rules);
      return undefined;
    }
    const proof = typeof answer === "string" ? undefined : answer;
    const opened = proof && openProof(proof, trust);
    const note = opened?.head.note ?? await askCheckpoint(caller);
    if (note === undefined) {
      assertNeverHad(caller, kept ?? locked, rules);
      return undefined;
    }
    const head = opened?.head ?? checkHead(note, trust);
    const before = kept?.origin === head.origin ? kept : undefined;
    if (before?.head !== undefined) {
      const { size, root, note } = before.head;
      const what = { head: { size, root: decodeBase64(root)! }, text: note, seen: "you saw" };
      await assertCarriesOn(context, caller, what, head, proof?.consistency);
    }
    if (locked !== undefined) await assertSameLog(context, caller, locked, head, before);
    const leaf = opened?.leaf();
    sayAge(context, caller, head);
    sayNewKeys(context, caller, head);
    const keys = trust.keys.map(formatVkey);
    if (await keep(context, kept, { serverUrl, origin: head.origin, keys }, head)) {
      return { head, leaf, isLeftOut: answer === "left_out" };
    }
  }
  throw new SvcError("conflict", "Other svc processes keep changing what is kept of the log", {
    hint: "Try again when they are done.",
  });
}

/** An earlier head, what shows it, and who saw it, in words. */
interface Earlier {
  head: Head;
  text: string;
  seen: string;
}

/** @param hashes the registry's proof; undefined where the log's tiles are to show it */
async function assertCarriesOn(
  { host }: Verifying,
  caller: Caller,
  { head: earlier, text, seen }: Earlier,
  head: CheckedHead,
  hashes: readonly string[] | undefined,
): Promise<void> {
  const holds = hashes === undefined
    ? await beganWith(tilesAt(caller, head), head, earlier)
    : carriesOn(earlier, head, hashes);
  if (holds) return;
  const { serverUrl } = caller;
  const message = head.size < earlier.size
    ? `The log of ${serverUrl} has ${head.size} entries, and had ${earlier.size} when ${seen} it`
    : `The log of ${serverUrl} is not the one that ${seen}: its first ${earlier.size} entries changed`;
  const evidence = { serverUrl, before: text, now: head.note, consistency: hashes ?? [] };
  throw await inconsistent(host, message, evidence);
}

/** The head in a lockfile is one that a colleague saw: it has to be of the same history. */
async function assertSameLog(
  context: Verifying,
  caller: Caller,
  locked: LockedLog,
  head: CheckedHead,
  before: KnownLog | undefined,
): Promise<void> {
  if (locked.origin !== head.origin) {
    // Whoever pinned the log of now did so knowingly, or had a head of it.
    if (before !== undefined || isExpected(context.rules, caller.serverUrl)) return;
    throw new SvcError(
      "log_key_unknown",
      `The lockfile names the log ${locked.origin}, and ${caller.serverUrl} has ${head.origin}`,
      { hint: "Ask its operator for the key of the new log: svc trust log --accept <vkey>" },
    );
  }
  const root = decodeBase64(locked.root)!;
  if (locked.size === before?.head?.size && locked.root === before.head.root) return;
  const text = `${locked.origin}\n${locked.size}\n${locked.root}\n`;
  const earlier = { head: { size: locked.size, root }, text, seen: "the lockfile saw" };
  await assertCarriesOn(context, caller, earlier, head, undefined);
}

/** @param known what is kept of the registry's log, or what a lockfile says of it */
function assertNeverHad(
  { serverUrl }: Caller,
  known: { origin: string } | undefined,
  rules: LogRules,
): void {
  if (known !== undefined) {
    throw new SvcError(
      "log_inconsistent",
      `${serverUrl} has no log any more; it was ${known.origin}`,
      {
        hint:
          "Whoever answers for it may want to hide something. Ask the operator; when the log was " +
          "given up on purpose: svc trust log --forget",
      },
    );
  }
  if (rules.mode !== "require" && !isExpected(rules, serverUrl)) return;
  throw new SvcError("log_disabled", `${serverUrl} has no log, and the policy requires one`, {
    hint: "Ask the registry's operator to set SVC_LOG_KEY, or whoever wrote the policy.",
  });
}

/** @returns false when another svc kept something else meanwhile */
async function keep(
  { host, rules, warn }: Verifying,
  before: KnownLog | undefined,
  log: Omit<KnownLog, "head">,
  { size, root, note }: CheckedHead,
): Promise<boolean> {
  const head = { size, root: root.toBase64(), note, at: new Date().toISOString() };
  const { origin, head: known } = before ?? {};
  if (origin === log.origin && known?.size === head.size && known.root === head.root) return true;
  try {
    return await replaceKnownLog(host, log.serverUrl, before, { ...log, head });
  } catch (error) {
    if (rules.mode === "require" || isSvcError(error) && error.code === "config_exposed") {
      throw error;
    }
    warn(`the log's head is not kept, so a change of it would not be noticed: ${messageOf(error)}`);
    return true;
  }
}

function sayBehind(
  { warn, rules }: Verifying,
  { serverUrl }: Caller,
  { name, version, publishedAt }: VersionAtHand,
): void {
  const message = `${name} ${version} is not in the log of ${serverUrl}`;
  const age = publishedAt === undefined ? Infinity : Date.now() - publishedAt.getTime();
  if (age <= AGES.leaf && rules.mode !== "require") {
    warn(`${message} yet; it was published less than a day ago`);
    return;
  }
  throw new SvcError("log_behind", message, {
    hint: rules.mode === "require"
      ? "The policy requires it. Try again later, or ask the registry's operator."
      : "It was published more than a day ago. Ask the registry's operator why; who does not rely " +
        "on the log writes 'log: off' into their policy.",
  });
}

/**
 * When a version was promoted is not known, so its entry may be to come: at once, or after the day where
 * private events are logged by the day. The bytes are those that the log has.
 */
function sayPromotion(
  { warn, rules }: Verifying,
  { serverUrl }: Caller,
  { name, version, channel }: VersionAtHand,
  last: Channel,
): void {
  const message =
    `the log of ${serverUrl} has ${name} ${version} in ${last}, and nothing yet of its promotion to ${channel}`;
  if (rules.mode !== "require") return warn(message);
  throw new SvcError("log_behind", message, {
    hint: "The policy requires it. Try again later, or ask the registry's operator.",
  });
}

/** What was in the log once cannot be left out later: a private extension may stay unlogged, no other. */
function sayLeftOut(
  { warn, rules }: Verifying,
  { serverUrl }: Caller,
  { name, version }: VersionAtHand,
  locked: LockedLog | undefined,
): void {
  const message = `the log of ${serverUrl} has nothing of private collectives, ${name} among them`;
  if (locked === undefined && rules.mode !== "require") {
    warn(`${message}: nothing shows whether others are given the same`);
    return;
  }
  throw new SvcError("log_behind", `${name} ${version} has no proof: ${message}`, {
    hint: locked === undefined
      ? "The policy requires one. Ask the registry's operator about SVC_LOG_PRIVATE."
      : "The lockfile has its place in the log. Ask the registry's operator what changed.",
  });
}

function sayAge({ warn }: Verifying, { serverUrl }: Caller, { witnessed }: CheckedHead): void {
  if (witnessed === undefined || Date.now() - witnessed * 1000 <= AGES.head) return;
  const day = new Date(witnessed * 1000).toISOString().slice(0, 10);
  warn(`no witness has seen the log of ${serverUrl} since ${day}: it may be an old one`);
}

/** Another key of the log signs as well: it is about to take the place of the one that is pinned. */
function sayNewKeys(
  { warn }: Verifying,
  { serverUrl }: Caller,
  { origin, unknown }: CheckedHead,
): void {
  const label = unknown.find((one) => one.startsWith(`${origin}+`));
  if (label === undefined) return;
  warn(
    `the log of ${serverUrl} is also signed by ${label}, which is not pinned; when the log itself ` +
      "tells of that key, 'svc trust log --full' pins it",
  );
}

function saysOther(
  { name, version, channel, checksum }: VersionAtHand,
  said: CheckedLeaf["said"],
): SvcError {
  const shown = ["kind", "subject", "version", "channel", "checksum"]
    .map((key) => JSON.stringify(said[key] ?? null).slice(0, 100)).join(", ");
  return new SvcError(
    "log_inconsistent",
    `The log says something else than what ${name} ${version} is (${channel}, ${checksum}): ${shown}`,
    {
      hint:
        "Install nothing of it for now, and tell its owners: either the log or the version was " +
        "tampered with.",
    },
  );
}
