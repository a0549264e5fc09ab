import type { Descriptor } from "@svc/core/descriptor";
import { SvcError } from "@svc/core/error";
import { shownChanges, shownPermissions } from "@svc/core/permission";
import { normalizeType } from "@svc/core/type";
import { describeExtension } from "../describe/describe.ts";
import type { Repository } from "../repository/repository.ts";
import type { VerifiedExtension } from "./extension.ts";
import { readLockfile } from "./lockfile.ts";
import { placeExtension } from "./place.ts";
import { extensionFolder } from "./places.ts";
import { type InstallPlan, planLocked } from "./plan.ts";
import { readyDescriptor } from "./ready.ts";
import { readRecord, readReportRecord } from "./records.ts";
import { lockExtensions } from "./settle.ts";

/** How to install. */
export interface InstallOptions {
  /** The permissions the person granted, as lines that were shown to them. Default none. */
  granted?: readonly string[] | undefined;
  /**
   * Asks for permissions that the sources turn out to need beyond what the archive let be shown;
   * throws when they are not granted. Without it such an install is refused.
   */
  onMore?: ((added: string[]) => Promise<void>) | undefined;
  /** The registry that the bytes came from, when the lockfile names another address of it. */
  fetchedFrom?: string | undefined;
  /** Replaces what is in the way. */
  force?: boolean | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: ((text: string) => void) | undefined;
}

/** What was installed. */
export interface InstallResult extends Pick<InstallPlan, "name" | "version" | "permissions"> {
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
 * Installs a pulled extension: bundles and describes it from the sources that were published, writes
 * everything aside, then changes the repository in one step that a kill cannot halve.
 *
 * @throws SvcError `permissions_not_granted`, `bundle_failed`, `describe_failed`; `conflict` for files
 *   in the way or a type that another extension has; `lock_timeout`, `cancelled`; `config_exposed`
 *   or `validation_failed` when the consent cannot be kept.
 */
export async function installExtension(
  repository: Repository,
  extension: VerifiedExtension,
  options: InstallOptions = {},
): Promise<InstallResult> {
  const { manifest, files, checksum } = extension;
  const { fetchedFrom, force, signal, onProgress } = options;
  await using _lock = await lockExtensions(repository);
  const { previous, conflicts, permissions } = await planLocked(repository, extension);
  const path = extensionFolder(manifest.name);
  const result = {
    name: manifest.name,
    version: manifest.version,
    permissions,
    ...(previous === undefined ? {} : { previousVersion: previous.version }),
    path,
    checksum,
  };
  if (previous?.checksum === checksum && !force) {
    const descriptor = await readyDescriptor(repository, manifest.name, previous);
    if (descriptor) {
      return { ...result, descriptor, files: previous.files, pruned: [], alreadyInstalled: true };
    }
  }
  if (!force) refuseConflicts(conflicts);
  await refuseNested(repository, manifest.name);
  const described = await describeExtension(files, manifest, {
    lock: files.get("bundle.lock.json")?.bytes,
    signal,
    onProgress,
  });
  const { descriptor } = described;
  const asked = shownPermissions(descriptor.permissions, descriptor.models);
  await assertGranted(extension, asked, options);
  await refuseTakenNames(repository, manifest.name, descriptor);
  onProgress?.("Installing");
  const entry = await placeExtension(repository, {
    extension,
    described,
    shown: asked,
    fetchedFrom,
    previous,
    signal,
  });
  return {
    ...result,
    permissions: asked,
    descriptor,
    files: entry.files,
    pruned: (previous?.files ?? []).filter((file) => !entry.files.includes(file)),
    alreadyInstalled: false,
  };
}

async function assertGranted(
  { manifest }: VerifiedExtension,
  asked: readonly string[],
  { granted = [], onMore }: InstallOptions,
): Promise<void> {
  const { added } = shownChanges(granted, asked);
  if (added.length === 0) return;
  if (onMore !== undefined) return await onMore(added);
  throw new SvcError(
    "permissions_not_granted",
    `${manifest.name} ${manifest.version} asks for more than was granted: ${added.join(", ")}`,
    { hint: `Pull it again: svc extension pull ${manifest.name}` },
  );
}

function refuseConflicts(conflicts: readonly string[]): void {
  if (conflicts.length === 0) return;
  throw new SvcError(
    "conflict",
    `Something that no pull wrote is in the way: ${conflicts.join(", ")}`,
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
}

function refuseTaken(name: string, what: string, taken: { extension: string } | undefined): void {
  if (taken === undefined || taken.extension === name) return;
  throw new SvcError("conflict", `${what} of ${taken.extension}, which is installed`, {
    hint: `Remove it with 'svc extension rm ${taken.extension}' first.`,
  });
}
