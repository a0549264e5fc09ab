import type { Descriptor } from "@svc/core/descriptor";
import { SvcError } from "@svc/core/error";
import type { Permissions } from "@svc/core/permission";
import { normalizeType } from "@svc/core/type";
import { decisionOn } from "../consent/decide.ts";
import { permissionRequest } from "../consent/request.ts";
import { describeExtension } from "../describe/describe.ts";
import type { GraftRecord } from "../describe/record.ts";
import { assertAllowed, permitted, rulesFor } from "../policy/apply.ts";
import { readPolicy } from "../policy/read.ts";
import { placesOf } from "../repository/places.ts";
import type { Repository } from "../repository/repository.ts";
import type { VerifiedExtension } from "./extension.ts";
import { type LockEntry, readLockfile } from "./lockfile.ts";
import { placeExtension } from "./place.ts";
import { extensionFolder } from "./places.ts";
import { type InstallPlan, planInstall, planLocked } from "./plan.ts";
import { type InstallMatter, installMatter, type InstallQuestion } from "./question.ts";
import { readyExtension } from "./ready.ts";
import { listGrafts, readProviderRecord, readRecord, readReportRecord } from "./records.ts";
import { graftKey } from "./record_keys.ts";
import { type LockedRequest, lockedRequest } from "./requested.ts";
import { lockExtensions } from "./settle.ts";

/** How to install. */
export interface InstallOptions {
  /**
   * Answers what to grant: of what is asked, or beyond it. Throws to install nothing. Called also when
   * nothing is left to ask. Without it, an extension that leaves something to ask is refused.
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
  /** True when this very archive was installed and agreed to already; nothing was written. */
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
  const { manifest, files, checksum } = extension;
  const { force = false, signal, onProgress } = options;
  const plan = await planInstall(repository, extension);
  const ready = force ? undefined : await readyNow(repository, extension, plan);
  if (ready !== undefined) return ready;
  await assertRoom(repository, manifest.name, plan, force);
  const described = await describeExtension(files, manifest, {
    lock: files.get("bundle.lock.json")?.bytes,
    signal,
    onProgress,
  });
  await refuseTakenNames(repository, manifest.name, described.descriptor);
  const origin = { manifest, serverUrl: options.fetchedFrom ?? extension.serverUrl };
  const matter = await installMatter(repository, origin, described);
  const now = await decided(matter, repository, options.decide);
  onProgress?.("Installing");
  await using _lock = await lockExtensions(repository);
  const { previous, ...rest } = await planLocked(repository, extension);
  await assertRoom(repository, manifest.name, rest, force);
  await refuseTakenNames(repository, manifest.name, described.descriptor);
  // What was decided elsewhere in the meantime stands: only the answer is added to it.
  const { models, before, rules, question } = await installMatter(repository, origin, described);
  const decision = decisionOn(question.request, {
    models,
    before,
    asked: matter.question.asked,
    now,
  });
  const entry = await placeExtension(repository, {
    extension,
    described,
    decision,
    request: question.request,
    fetchedFrom: options.fetchedFrom,
    previous,
    signal,
  });
  return {
    ...about(extension, previous),
    permissions: permitted(decision.permissions, rules, placesOf(repository)),
    requested: entry.requested ?? {},
    descriptor: described.descriptor,
    files: entry.files,
    pruned: (previous?.files ?? []).filter((file) => !entry.files.includes(file)),
    checksum,
    alreadyInstalled: false,
  };
}

/** The result when this very archive is installed and agreed to; undefined when it is not. */
async function readyNow(
  repository: Repository,
  extension: VerifiedExtension,
  { name, previous }: InstallPlan,
): Promise<InstallResult | undefined> {
  if (previous?.checksum !== extension.checksum) return undefined;
  const ready = await readyExtension(repository, name, previous);
  if (ready === undefined) return undefined;
  const { consent, descriptor } = ready;
  const rules = rulesFor(await readPolicy(repository), { name, from: consent.content?.serverUrl });
  return {
    ...about(extension, previous),
    permissions: permitted(consent.permissions, rules, placesOf(repository)),
    requested: lockedRequest(consent.requested ?? permissionRequest(descriptor)),
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
    const lines = asked.map(({ line }) => `  ${line}`);
    const hint = `Pull it again: svc extension pull ${name}`;
    throw permissionsNotGranted(`${name} ${version}`, question, lines, hint);
  }
  const now = await decide(question);
  assertAllowed(now, rules, placesOf(repository));
  return now;
}

/** The refusal to install what leaves permissions to ask for, with a line for each. */
export function permissionsNotGranted(
  what: string,
  { known }: Pick<InstallQuestion, "known">,
  lines: readonly string[],
  hint: string,
): SvcError {
  const asks = known ? "now also asks for" : "asks for";
  return new SvcError(
    "permissions_not_granted",
    [`${what} ${asks} permissions:`, ...lines].join("\n"),
    { hint },
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
    `Files that no pull wrote are in the way: ${conflicts.join(", ")}`,
    { hint: "Move it away, or pull with --force to replace it." },
  );
}

/** The folder of `@a/b` holds that of `@a/b/c`: replacing one would take the other with it. */
async function refuseNested(repository: Repository, name: string): Promise<void> {
  const nested = Object.keys(await readLockfile(repository)).find((other) =>
    other.startsWith(`${name}/`) || name.startsWith(`${other}/`)
  );
  if (nested === undefined) return;
  throw new SvcError("conflict", `${name} and ${nested}, which is installed, share a folder`, {
    hint: `Remove it with 'svc extension rm ${nested}' first.`,
  });
}

async function refuseTakenNames(
  repository: Repository,
  name: string,
  descriptor: Descriptor,
): Promise<void> {
  for (const { type } of descriptor.models) {
    refuseTaken(name, `${type} is a type`, await readRecord(repository, normalizeType(type)));
  }
  for (const { name: report } of descriptor.reports) {
    refuseTaken(name, `${report} is a report`, await readReportRecord(repository, report));
  }
  for (const kind of ["vault", "datastore"] as const) {
    for (const { type } of descriptor[`${kind}s`]) {
      const taken = await readProviderRecord(repository, kind, type);
      refuseTaken(name, `${type} is a type of ${kind}`, taken);
    }
  }
  for (const [index, graft] of (descriptor.grafts ?? []).entries()) {
    await refuseTakenAdditions(repository, { graft, extension: name }, index);
  }
}

/** What runs under the name of a method must not change with the pull of another extension. */
async function refuseTakenAdditions(
  repository: Repository,
  record: Pick<GraftRecord, "graft" | "extension"> & { extension: string },
  index: number,
): Promise<void> {
  const { graft, extension } = record;
  const type = normalizeType(graft.type);
  if (encodeURIComponent(graftKey(record, index)).length > LONGEST_KEY) {
    throw new SvcError("describe_failed", `The type ${type} has too long a name to add to`);
  }
  for (const other of await listGrafts(repository, type)) {
    for (const what of ["methods", "checks"] as const) {
      const names = new Set((other.graft[what] ?? []).map((one) => one.name));
      const twice = (graft[what] ?? []).find((one) => names.has(one.name));
      if (twice === undefined) continue;
      refuseTaken(extension, `${twice.name} of ${type} is one of the ${what}`, other);
    }
  }
}

/** Bytes of a file's name, less its ending. */
const LONGEST_KEY = 240;

function refuseTaken(name: string, what: string, taken: { extension: string } | undefined): void {
  if (taken === undefined || taken.extension === name) return;
  throw new SvcError("conflict", `${what} of ${taken.extension}, which is installed`, {
    hint: `Remove it with 'svc extension rm ${taken.extension}' first.`,
  });
}
