import type { Descriptor } from "@svc/core/descriptor";
import { isSvcError, SvcError } from "@svc/core/error";
import { sideBySide } from "@svc/core/parallel";
import type { Permissions } from "@svc/core/permission";
import { decisionOn } from "../decide.ts";
import { permissionRequest, withGrafts } from "../request.ts";
import { type DescribedExtension, describeExtension } from "../../extension/describe/describe.ts";
import { assertAllowed, permitted, type PolicyRules, rulesFor } from "../policy/apply.ts";
import { linesOf } from "../policy/line.ts";
import { readPolicy } from "../policy/read.ts";
import { baseFolders } from "../../repository/base_folders.ts";
import type { Repository } from "../../repository/repository.ts";
import { readSdks } from "../../extension/sdks/read.ts";
import type { VerifiedExtension } from "./extension.ts";
import { graftNeeds } from "./graft_needs.ts";
import type { LockEntry } from "./lockfile.ts";
import { installPrepared, type PreparedInstall } from "./install_prepared.ts";
import { extensionFolder } from "./folders.ts";
import { type InstallPlan, planInstall, planLocked } from "./plan.ts";
import { type InstallMatter, installMatter, type InstallQuestion } from "./question.ts";
import { intactExtension } from "./intact.ts";
import { type LockedRequest, lockedRequest } from "./requested.ts";
import { lockExtensions } from "./settle.ts";
import { type Claiming, refuseNested, refuseShared, refuseTakenNames } from "./taken.ts";

/** How to install. */
interface InstallOptions {
  /**
   * Answers what to grant: of what is asked, or beyond it. Throws to install nothing; after an error that
   * names missing grants it is still called for the others. Called also when nothing is left to ask.
   * Without it, an extension that leaves something to ask is refused.
   */
  decide?: ((question: InstallQuestion) => Promise<Permissions>) | undefined;
  /** The registry that the bytes came from, when the lockfile names another address of it. */
  fetchedFrom?: string | undefined;
  /** Replaces what is in the way. */
  force?: boolean | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: ((text: string) => void) | undefined;
}

/** What was installed. */
export interface InstallResult extends Pick<InstallPlan, "name" | "version"> {
  /** What it may do when its methods run. */
  permissions: Permissions;
  /** What it asks for. */
  requested: LockedRequest;
  previousVersion?: string;
  descriptor: Descriptor;
  /** Folder of the extension, relative to the repository. */
  path: string;
  files: string[];
  /** Files of the previous version that are gone. */
  pruned: string[];
  checksum: string;
  /** True when this exact archive was installed and agreed to already; nothing was written. */
  alreadyInstalled: boolean;
}

/**
 * Installs a pulled extension: bundles and describes it from the sources that were published, asks for
 * what it needs, writes everything aside, then changes the repository in one step that a kill cannot
 * halve. The repository is locked only for that step: a person may take their time.
 *
 * @throws SvcError `permissions_not_granted`, `bundle_failed`, `describe_failed`; `conflict` for files
 *   in the way or a type that another extension has; `lock_timeout`, `cancelled`; `config_exposed`
 *   or `validation_failed` when the consent cannot be kept; `policy_invalid`; `permission_denied` for a
 *   grant that the policy denies.
 */
export async function installExtension(
  repository: Repository,
  extension: VerifiedExtension,
  options: InstallOptions = {},
): Promise<InstallResult> {
  return (await installExtensions(repository, [extension], options))[0]!;
}

/**
 * Installs several extensions, such as one and what it depends on, as {@linkcode installExtension}
 * does one: all of them in one step, or none. `decide` is asked for each of them in turn.
 */
export async function installExtensions(
  repository: Repository,
  extensions: readonly VerifiedExtension[],
  options: InstallOptions = {},
): Promise<InstallResult[]> {
  const together = new Set(extensions.map(({ manifest }) => manifest.name));
  const described = await sideBySide(
    extensions,
    (extension) => describe(repository, extension, together, options),
  );
  const found: (InstallResult | Prepared)[] = [];
  const refusals: SvcError[] = [];
  for (const one of described) {
    try {
      found.push("described" in one ? await decidedOn(repository, one, options) : one);
    } catch (error) {
      if (!isSvcError(error) || error.grants === undefined) throw error;
      refusals.push(error);
    }
  }
  if (refusals.length > 0) throw refusals[0];
  const prepared = found.filter((one) => "described" in one);
  if (prepared.length === 0) return found as InstallResult[];
  const claims = found.map(claimOf);
  refuseShared(claims);

  options.onProgress?.("Installing");
  await using _lock = await lockExtensions(repository);
  const placed: DecidedInstall[] = [];
  for (const one of prepared) placed.push(await placementOf(repository, one, options));
  for (const claim of claims) await refuseTakenNames(repository, claim, together);
  const entries = await installPrepared(repository, placed, options.signal);
  const results = placed.map((one, index) => resultOf(repository, one, entries[index]!));
  return found.map((one) => "described" in one ? results[prepared.indexOf(one)]! : one);
}

/** An extension that was bundled and described. */
interface Known {
  extension: VerifiedExtension;
  described: DescribedExtension;
}

/** An extension that was decided about, too, and is to be installed. */
interface Prepared extends Known {
  /** What was left to ask, and what was answered. */
  asked: InstallQuestion["asked"];
  now: Permissions;
}

interface DecidedInstall extends PreparedInstall {
  described: DescribedExtension;
  rules: PolicyRules;
}

function claimOf(one: InstallResult | Prepared): Claiming {
  return "described" in one
    ? { name: one.extension.manifest.name, descriptor: one.described.descriptor }
    : one;
}

/** Bundles and describes an extension; the result itself when nothing is to be done. */
async function describe(
  repository: Repository,
  extension: VerifiedExtension,
  together: ReadonlySet<string>,
  { force = false, signal, onProgress }: InstallOptions,
): Promise<InstallResult | Known> {
  const { manifest, files } = extension;
  const plan = await planInstall(repository, extension);
  const ready = force ? undefined : await readyNow(repository, extension, plan);
  if (ready !== undefined) return ready;
  await assertRoom(repository, manifest.name, plan, force);
  const described = await describeExtension(files, manifest, {
    lock: files.get("bundle.lock.json")?.bytes,
    signal,
    sdks: await readSdks(repository),
    onProgress,
  });
  // What cannot be installed is refused before anybody is asked.
  const claim = { name: manifest.name, descriptor: described.descriptor };
  await refuseTakenNames(repository, claim, together);
  return { extension, described };
}

/** Has an extension decided about. */
async function decidedOn(
  repository: Repository,
  known: Known,
  { decide, fetchedFrom }: InstallOptions,
): Promise<Prepared> {
  const { extension, described } = known;
  const matter = await installMatter(repository, originOf(extension, fetchedFrom), described);
  const now = await decided(matter, repository, decide);
  return { ...known, asked: matter.question.asked, now };
}

/** What is to be put into its place, by what the repository holds now. The lock is held. */
async function placementOf(
  repository: Repository,
  { extension, described, asked, now }: Prepared,
  { force = false, fetchedFrom }: InstallOptions,
): Promise<DecidedInstall> {
  const { previous, ...rest } = await planLocked(repository, extension);
  await assertRoom(repository, extension.manifest.name, rest, force);
  // What was decided elsewhere in the meantime stands: only the answer is added to it.
  const { models, before, rules, question } = await installMatter(
    repository,
    originOf(extension, fetchedFrom),
    described,
  );
  const decision = decisionOn(question.request, { models, before, asked, now });
  return {
    extension,
    described,
    decision,
    request: question.request,
    fetchedFrom,
    previous,
    rules,
  };
}

function originOf(
  { manifest, serverUrl }: VerifiedExtension,
  fetchedFrom: string | undefined,
): Pick<VerifiedExtension, "manifest" | "serverUrl"> {
  return { manifest, serverUrl: fetchedFrom ?? serverUrl };
}

function resultOf(
  repository: Repository,
  { extension, described, decision, previous, rules }: DecidedInstall,
  entry: LockEntry,
): InstallResult {
  return {
    ...about(extension, previous),
    permissions: permitted(decision.permissions, rules, baseFolders(repository)),
    requested: entry.requested ?? {},
    descriptor: described.descriptor,
    files: entry.files,
    pruned: (previous?.files ?? []).filter((file) => !entry.files.includes(file)),
    checksum: extension.checksum,
    alreadyInstalled: false,
  };
}

/** The result when this exact archive is installed and agreed to; undefined when it is not. */
async function readyNow(
  repository: Repository,
  extension: VerifiedExtension,
  { name, previous }: InstallPlan,
): Promise<InstallResult | undefined> {
  if (previous?.checksum !== extension.checksum) return undefined;
  const ready = await intactExtension(repository, name, previous);
  if (ready === undefined) return undefined;
  const { consent, descriptor } = ready;
  const serverUrl = consent.content?.serverUrl;
  const rules = rulesFor(await readPolicy(repository), { name, from: serverUrl });
  const { permissions, grafts } = descriptor;
  const needs = await graftNeeds(repository, { extension: name, serverUrl }, grafts);
  const request = withGrafts(consent.requested ?? permissionRequest({ permissions }), needs);
  return {
    ...about(extension, previous),
    permissions: permitted(consent.permissions, rules, baseFolders(repository)),
    requested: lockedRequest(request),
    descriptor,
    files: previous.files,
    pruned: [],
    alreadyInstalled: true,
  };
}

function about(
  { manifest: { name, version }, checksum }: VerifiedExtension,
  previous: LockEntry | undefined,
): Pick<InstallResult, "name" | "version" | "path" | "checksum" | "previousVersion"> {
  return {
    name,
    version,
    ...(previous === undefined ? {} : { previousVersion: previous.version }),
    path: extensionFolder(name),
    checksum,
  };
}

async function decided(
  { question, rules }: InstallMatter,
  repository: Repository,
  decide: InstallOptions["decide"],
): Promise<Permissions> {
  if (decide === undefined) {
    if (question.asked.length === 0) return {};
    const { name, version, asked } = question;
    const lines = linesOf(asked).map(({ line }) => `  ${line}`);
    const hint = `Pull it again: svc extension pull ${name}`;
    throw permissionsNotGranted(`${name} ${version}`, question, lines, { hint });
  }
  const now = await decide(question);
  assertAllowed(now, rules, baseFolders(repository));
  return now;
}

/** The refusal to install what leaves permissions to ask for, with a line for each. */
export function permissionsNotGranted(
  what: string,
  { known }: Pick<InstallQuestion, "known">,
  lines: readonly string[],
  more: Pick<SvcError, "hint"> & Partial<Pick<SvcError, "grants">>,
): SvcError {
  const asks = known ? "now also requests" : "requests";
  return new SvcError(
    "permissions_not_granted",
    [`${what} ${asks} permissions:`, ...lines].join("\n"),
    more,
  );
}

async function assertRoom(
  repository: Repository,
  name: string,
  { conflicts }: Pick<InstallPlan, "conflicts">,
  force: boolean,
): Promise<void> {
  if (!force) refuseConflicts(conflicts);
  await refuseNested(repository, name);
}

function refuseConflicts(conflicts: readonly string[]): void {
  if (conflicts.length === 0) return;
  throw new SvcError(
    "conflict",
    `Existing files would be overwritten: ${conflicts.join(", ")}`,
    { hint: "Move it away, or pull with --force to replace it." },
  );
}
