import { isSvcError, SvcError } from "@svc/core/error";
import { comparePublishers, type Publisher } from "@svc/core/publisher";
import { type KeptPublisher, readPublisher } from "@svc/runtime/consent";
import {
  type InstalledExtension,
  isChangedByHand,
  listInstalled,
  type LockedLog,
  verifyInstalled,
} from "@svc/runtime/installed";
import type { Repository } from "@svc/runtime/repository";
import type { Caller } from "../client/caller.ts";
import { connect, connectTo } from "../client/connect.ts";
import { download } from "./download.ts";
import { failureText } from "./failure_text.ts";
import type { Context } from "../frame/command.ts";
import { checkWithLog } from "./log_check.ts";
import {
  fetchStatement,
  type Place,
  verifyStatement,
  type VersionAtHand,
} from "./provenance_statement.ts";
import { type VersionFacts, versionFacts } from "./version_facts.ts";

/** What is known of where one version came from. */
export interface Verified {
  name: string;
  version: string;
  checksum: string;
  status: "verified" | "unsigned" | "failed";
  publisher: Publisher | null;
  commit: string | null;
  ref: string | null;
  runUrl: string | null;
  /** By the public log; null for a key. */
  signedAt: string | null;
  logIndex: string | null;
  /** Where the registry's own log has the version; null without one. */
  registryLogIndex: number | null;
  /** What could not be known without asking a registry; null when there is nothing of the kind. */
  notChecked: string | null;
  error?: string;
}

/** A key may be revoked at any time; the certificate of a job ends by itself. */
const SINCE_THE_PULL = "whether its key was revoked after it was pulled";

/** A statement that was found, and what it is about. */
interface Found {
  at: VersionAtHand;
  found: KeptPublisher;
  registryLogIndex: number | undefined;
  /** True for what was kept at the pull: nobody was asked since. */
  isKept?: true;
}

type Verifying = Pick<Context, "json" | "host" | "progress" | "note" | "warn">;

/**
 * Verifies what is installed, from the statements that were kept: no registry is asked. One that was not
 * kept, as another person installed it, is asked for.
 *
 * @param only the name of one extension
 * @throws SvcError `not_found` when it is not installed
 */
export async function verifyHere(
  context: Verifying,
  repo: Repository,
  only?: string,
): Promise<Verified[]> {
  const all = await listInstalled(repo);
  const chosen = only === undefined ? all : all.filter(({ name }) => name === only);
  if (only !== undefined && chosen.length === 0) {
    throw new SvcError("not_found", `Extension not found: ${only} is not installed here`, {
      hint:
        `Name a version to verify it without installing: svc extension verify ${only}@<version>`,
    });
  }
  const verified: Verified[] = [];
  for (const one of chosen) {
    verified.push(await outcome(one, () => verifyInstalledOne(context, repo, one), repo));
  }
  return verified;
}

/**
 * Verifies a version that need not be installed: its archive is fetched, hashed and thrown away.
 *
 * @throws SvcError `not_found`, `checksum_mismatch`, `archive_*`
 */
export async function verifyVersion(
  context: Verifying,
  repo: Place,
  name: string,
  version: string,
): Promise<Verified> {
  const { caller } = await connect(context);
  const { checksum, manifest, facts } = await context.progress.phase(
    `Fetching ${name} ${version}`,
    (_pause, meter) => download(caller, name, version, { meter }),
  );
  const at = { name, version, checksum, publishedAs: manifest.name };
  return await outcome(at, () => fetched(context, caller, repo, at, facts), repo);
}

/** The statement that a registry has of a version, and the place of the version in its log. */
async function fetched(
  context: Verifying,
  caller: Caller,
  repo: Place,
  at: VersionAtHand,
  facts: VersionFacts,
  locked?: LockedLog,
): Promise<Found | undefined> {
  const { channel = "stable", publishedAt } = facts;
  const asked = { ...at, channel, publishedAt, locked };
  const [logged] = await checkWithLog(context, caller, repo, [asked]);
  const found = await fetchStatement(context, caller, repo, { ...at, facts, logged });
  return found && { at, found, registryLogIndex: logged?.log.index };
}

async function verifyInstalledOne(
  context: Verifying,
  repo: Repository,
  one: InstalledExtension,
): Promise<Found | undefined> {
  const { name, version, checksum, publisher, log } = one;
  const files = await verifyInstalled(repo, name);
  if (isChangedByHand(files) || !files.intact) {
    throw new SvcError("conflict", `The files of ${name} are not those of its archive any more`, {
      hint: "Install them again: svc extension install --force",
    });
  }
  const at = { name, version, checksum, publishedAs: name };
  const kept = await readPublisher(repo, name);
  const isOf = kept?.checksum === checksum && kept.version === version;
  if (!isOf && publisher === undefined) {
    if (kept === undefined) return undefined;
    throw changed(name, "this version is not signed, and the one before was");
  }
  const found = isOf
    ? { at, found: kept, registryLogIndex: log?.index, isKept: true as const }
    : await askedAgain(context, repo, at, one);
  if (found === undefined) throw changed(name, "its registry has no statement of it any more");
  if (
    publisher !== undefined && comparePublishers(publisher, found.found.publisher) === "changed"
  ) {
    throw changed(name, "the lockfile names another publisher than the statement");
  }
  return found;
}

async function askedAgain(
  context: Verifying,
  repo: Repository,
  at: VersionAtHand,
  { serverUrl, log }: InstalledExtension,
): Promise<Found | undefined> {
  const { caller } = await connectTo(context, serverUrl);
  const facts = await versionFacts(caller, at.name, at.version);
  return await fetched(context, caller, repo, at, facts, log);
}

/** Verifies a kept statement again, and tells what it says; a refusal is told as the result. */
async function outcome(
  { name, version, checksum }: Pick<VersionAtHand, "name" | "version" | "checksum">,
  find: () => Promise<Found | undefined>,
  place: Place,
): Promise<Verified> {
  const nothing = {
    ...{ name, version, checksum, publisher: null, commit: null, ref: null },
    ...{ runUrl: null, signedAt: null, logIndex: null, registryLogIndex: null, notChecked: null },
  };
  try {
    const statement = await find();
    if (statement === undefined) return { ...nothing, status: "unsigned" };
    const { found, publisher } = await verifyStatement(place, statement.at, statement.found);
    const job = found.kind === "ci" ? found.identity : undefined;
    return {
      ...nothing,
      status: "verified",
      publisher,
      commit: job?.commit ?? null,
      ref: job?.ref ?? null,
      runUrl: job?.runUrl ?? null,
      signedAt: found.signedAt,
      logIndex: found.logIndex,
      registryLogIndex: statement.registryLogIndex ?? null,
      notChecked: statement.isKept && found.kind === "key" ? SINCE_THE_PULL : null,
    };
  } catch (error) {
    if (!isSvcError(error) || error.code === "interrupted") throw error;
    return { ...nothing, status: "failed", error: failureText(error) };
  }
}

function changed(name: string, why: string): SvcError {
  return new SvcError("publisher_changed", `${name}: ${why}`, {
    hint: `Look at what 'git log' says of the lockfile, and ask its owners.`,
  });
}
