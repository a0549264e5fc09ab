import type { ExtensionInfo, VersionEntry } from "@svc/core/wire";
import type { InstalledExtension } from "@svc/runtime/installed";
import type { Caller } from "../client/caller.ts";
import { type Choice, chooseVersion, type Wish } from "./choose_version.ts";
import { type MinAge, oldEnough, tooYoung } from "./min_age.ts";
import { type VersionFacts, versionFacts, yankedVersion } from "./version_facts.ts";

/** A version to pull, and what was learnt of it on the way. */
export interface Chosen extends Choice {
  facts?: VersionFacts;
  /** Newer versions that are not old enough. */
  passedOver: readonly VersionEntry[];
}

/** What a choice depends on beside the wish. */
export interface Choosing {
  caller: Caller;
  minAge: MinAge | undefined;
  /** The lockfile's entry: what it names may be installed again, yanked or young as it is. */
  locked: InstalledExtension | undefined;
}

/**
 * The version to pull: the one that is wished for unless it was yanked or is too young, else the
 * newest of the channel that is old enough.
 *
 * @throws SvcError `not_found`, `extension_yanked`, `rule_refused`, `invalid_argument`
 */
export async function choose(
  info: ExtensionInfo,
  wish: Wish,
  { caller, minAge, locked }: Choosing,
): Promise<Chosen> {
  const newest = chooseVersion(info, wish);
  if (wish.version !== undefined) {
    const facts = await versionFacts(caller, info.name, wish.version);
    const again = locked?.version === wish.version && locked.checksum === facts.checksum;
    if (facts.yanked && !again) throw yankedVersion(info.name, wish.version, facts.yankReason);
    const { publishedAt } = facts;
    if (minAge && !again && !(publishedAt !== undefined && publishedAt <= minAge.cutoff)) {
      throw tooYoung(info.name, minAge, { version: wish.version, publishedAt });
    }
    return {
      version: wish.version,
      channel: facts.channel ?? newest.channel,
      facts,
      passedOver: [],
    };
  }
  if (minAge === undefined) return { ...newest, passedOver: [] };
  const channel = newest.channel ?? "stable";
  const { version, passedOver } = await oldEnough(caller, info.name, channel, minAge);
  // Waiting for a newer version never takes back one that is installed.
  const installed = passedOver.findIndex((one) => one.version === locked?.version);
  if (locked !== undefined && installed !== -1) {
    const facts = await versionFacts(caller, info.name, locked.version);
    if (!facts.yanked && facts.checksum === locked.checksum) {
      return {
        version: locked.version,
        channel: newest.channel,
        facts,
        passedOver: passedOver.slice(0, installed),
      };
    }
  }
  if (version !== undefined) return { version, channel: newest.channel, passedOver };
  const [youngest] = passedOver;
  throw tooYoung(info.name, minAge, {
    version: youngest?.version ?? newest.version,
    publishedAt: youngest && new Date(youngest.publishedAt),
  });
}
