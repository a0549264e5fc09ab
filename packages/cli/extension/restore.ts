import { isCalVer } from "@svc/core/calver";
import { isSvcError, SvcError } from "@svc/core/error";
import { parseExtensionReference } from "@svc/core/name";
import { grantTexts } from "@svc/core/permission";
import { writeTypeSchemas } from "@svc/runtime/editor-schemas";
import {
  type InstalledExtension,
  installExtension,
  listInstalled,
  planInstall,
  verifyInstalled,
} from "@svc/runtime/installed";
import type { Repository } from "@svc/runtime/repository";
import { connectTo } from "../client/connect.ts";
import { isSameServer, parseServer } from "../config/server.ts";
import type { Context } from "../frame/command.ts";
import { staticContentsOf } from "./static_contents.ts";
import { changedByHand, inTheWay } from "./conflict.ts";
import { sentenceOf } from "./deprecation.ts";
import { failureText } from "./failure_text.ts";
import { download } from "./download.ts";
import { checkWithLog } from "./log_check.ts";
import { decide, type GrantOptions } from "./decide.ts";
import { judgePublisher, rememberPublisher } from "./provenance_judge.ts";
import type { ProvenanceOptions } from "./provenance_options.ts";

/** The outcome for one entry of the lockfile (reference wire 5.2). */
export interface Restored {
  name: string;
  version: string;
  status: "installed" | "up_to_date" | "failed";
  /** What it may do when its methods run, as `<kind>:<entry>`; of one that was installed now. */
  permissions?: string[];
  error?: string;
}

/** What restoring needs of a command's context. */
export type Restoring = Pick<Context, "json" | "host" | "progress" | "note" | "warn">;

/** How to restore. */
export interface RestoreOptions extends GrantOptions, ProvenanceOptions {
  /** Grants what the lockfile names, and installs nothing that asks for something else. */
  trustLockfile: boolean;
  /** Overwrites files changed by hand. */
  force: boolean;
}

/**
 * Puts every extension of the lockfile back as it was pulled: that version, those bytes. One that
 * cannot be had fails alone and is left as it was; the others are restored. The lockfile may be
 * somebody else's: permissions that the person has not granted here are asked for as at a pull.
 *
 * @throws SvcError `validation_failed` for a lockfile that is not a JSON object; `interrupted` when a
 *   question is left.
 */
export async function restore(
  context: Restoring,
  repo: Repository,
  options: RestoreOptions,
): Promise<Restored[]> {
  const entries = await listInstalled(repo);
  const restored = await context.progress.each(
    "Restoring extensions",
    entries,
    async (entry): Promise<Restored> => {
      const { name, version } = entry;
      try {
        return { name, version, ...await restoreOne(context, repo, entry, options) };
      } catch (error) {
        if (!isSvcError(error) || error.code === "interrupted") throw error;
        return { name, version, status: "failed", error: failureText(error) };
      }
    },
  );
  await writeTypeSchemas(repo);
  return restored;
}

async function restoreOne(
  context: Restoring,
  repo: Repository,
  entry: InstalledExtension,
  options: RestoreOptions,
): Promise<Pick<Restored, "status" | "permissions">> {
  const { name, version } = check(entry);
  const found = await verifyInstalled(repo, name);
  if (found.ready) return { status: "up_to_date" };
  const { force, trustLockfile } = options;
  // Missing files are put back; changed or added ones are somebody's work.
  const changed = !found.intact && found.missing.length === 0;
  if (changed && !force) throw changedByHand(name, found.unknown);
  if (found.unknown.length > 0 && !force) throw inTheWay(found.unknown);
  const { login, caller } = await connectTo(context, entry.serverUrl);
  const archive = await context.progress.phase(
    `Fetching ${name} ${version}`,
    (_pause, meter) => download(caller, name, version, { meter }),
  );
  if (entry.checksum === "") {
    if (trustLockfile) throw withoutChecksum(name);
    context.warn(`the lockfile has no checksum for ${name}: trusting what ${caller.serverUrl} has`);
  } else if (archive.checksum !== entry.checksum) {
    throw new SvcError(
      "checksum_mismatch",
      `${name} ${version} has SHA-256 ${archive.checksum} on ${caller.serverUrl}, ` +
        `but the lockfile has ${entry.checksum}`,
      {
        hint: "The archive changed since it was reviewed. Ask its owners before you pull it again.",
      },
    );
  }
  const { facts, manifest, checksum } = archive;
  const [logged] = await checkWithLog(context, caller, repo, [{
    name,
    publishedAs: manifest.name,
    version,
    channel: entry.channel ?? facts.channel ?? "stable",
    checksum,
    publishedAt: facts.publishedAt,
    locked: entry.log,
  }]);
  const statement = await judgePublisher(context, caller, repo, {
    ...{ asked: name, name, version, checksum, publishedAs: manifest.name },
    ...{ facts, logged },
    locked: entry.publisher,
  }, options);
  if (archive.yanked) {
    const why = sentenceOf(archive.yankReason);
    context.warn(
      `${name} ${version} was yanked: ${why} It is restored because the lockfile lists it`,
    );
  }
  const from = isSameServer(caller.serverUrl, login.serverUrl) ? undefined : caller.serverUrl;
  const source = {
    from,
    commands: { all: "svc extension install", choice: `svc extension pull ${name}@${version}` },
    several: true,
    trusting: "svc extension install --trust-lockfile",
    ...(trustLockfile ? { locked: entry.requested ?? null } : {}),
  };
  const plan = await planInstall(repo, archive);
  const { permissions } = await context.progress.phase(
    `Installing ${name} ${version}`,
    (pause) =>
      installExtension(repo, {
        ...archive,
        serverUrl: entry.serverUrl,
        channel: entry.channel,
        log: logged?.log,
        publisher: statement?.publisher,
      }, {
        force,
        decide: (question) =>
          pause(() => {
            const carried = staticContentsOf(archive, plan, question);
            return decide(context, question, carried, options, source);
          }),
        fetchedFrom: caller.serverUrl,
      }),
  );
  await rememberPublisher(repo, name, statement);
  return { status: "installed", permissions: grantTexts(permissions) };
}

function withoutChecksum(name: string): SvcError {
  return new SvcError(
    "permissions_not_granted",
    `The lockfile has no checksum for ${name}, so it cannot be verified`,
    { hint: "Install it once without --trust-lockfile: that adds the checksum." },
  );
}

/** The lockfile travels with the repository, so it is checked like any other foreign input. */
function check(entry: InstalledExtension): { name: string; version: string } {
  const { name, version, checksum, files, serverUrl } = entry;
  const named = parseExtensionReference(name);
  const sound = named.version === undefined && isCalVer(version) &&
    /^(?:[0-9a-f]{64})?$/.test(checksum) && Array.isArray(files) &&
    files.every((file) =>
      typeof file === "string" && !file.startsWith("/") && !file.split("/").includes("..")
    ) &&
    (serverUrl === undefined || typeof serverUrl === "string");
  if (sound && serverUrl !== undefined) parseServer(serverUrl, "serverUrl in the lockfile");
  if (sound) return { name, version };
  throw new SvcError("validation_failed", `The lockfile's entry for ${name} is damaged`, {
    hint: `Restore upstream_extensions.json, or pull again: svc extension pull ${name}`,
  });
}
