import { isSvcError, SvcError } from "@svc/core/error";
import { comparePublishers, type Publisher } from "@svc/core/publisher";
import { type KeptPublisher, readPublisher } from "@svc/runtime/consent";
import {
  type InstalledExtension,
  isChangedByHand,
  listInstalled,
  verifyInstalled,
} from "@svc/runtime/installed";
import type { Repository } from "@svc/runtime/repository";
import { connect, connectTo } from "../client/connect.ts";
import { download } from "./download.ts";
import { failureText } from "./failure_text.ts";
import type { Context } from "../frame/command.ts";
import { fetchStatement, verifyStatement, type VersionAtHand } from "./provenance_statement.ts";

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
  error?: string;
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
  repo: Parameters<typeof fetchStatement>[1],
  name: string,
  version: string,
): Promise<Verified> {
  const { caller } = await connect(context);
  const { checksum, manifest, facts } = await context.progress.phase(
    `Fetching ${name} ${version}`,
    (_pause, meter) => download(caller, name, version, { meter }),
  );
  const at = { name, version, checksum, publishedAs: manifest.name };
  return await outcome(at, async () => {
    const found = facts.isSigned ? await fetchStatement(caller, repo, at) : undefined;
    return found && { at, found };
  }, repo);
}

async function verifyInstalledOne(
  context: Verifying,
  repo: Repository,
  one: InstalledExtension,
): Promise<{ at: VersionAtHand; found: KeptPublisher } | undefined> {
  const { name, version, checksum, publisher } = one;
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
    ? kept
    : await fetchStatement((await connectTo(context, one.serverUrl)).caller, repo, at);
  if (found === undefined) throw changed(name, "its registry has no statement of it any more");
  if (publisher !== undefined && comparePublishers(publisher, found.publisher) === "changed") {
    throw changed(name, "the lockfile names another publisher than the statement");
  }
  return { at, found };
}

/** Verifies a kept statement again, and tells what it says; a refusal is told as the result. */
async function outcome(
  { name, version, checksum }: Pick<VersionAtHand, "name" | "version" | "checksum">,
  find: () => Promise<{ at: VersionAtHand; found: KeptPublisher } | undefined>,
  place: Parameters<typeof fetchStatement>[1],
): Promise<Verified> {
  const nothing = {
    ...{ name, version, checksum, publisher: null, commit: null, ref: null },
    ...{ runUrl: null, signedAt: null, logIndex: null },
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
