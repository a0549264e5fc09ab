import type { Descriptor } from "@svc/core/descriptor";
import { SvcError } from "@svc/core/error";
import type { Manifest } from "@svc/core/manifest";
import { normalizeType } from "@svc/core/type";
import { describeExtension } from "../describe/describe.ts";
import { sha256Hex } from "../files/digest.ts";
import { parentOf } from "../files/path.ts";
import { listFilesBelow, lstatIfPresent } from "../files/read.ts";
import { writeAtomic } from "../files/write.ts";
import { lockRepository } from "../repository/lock.ts";
import type { Repository } from "../repository/repository.ts";
import { readRecord, recordFile, typesFolder, writeBundles } from "../types/index_file.ts";
import { type LockEntry, readLockfile, writeLockfile } from "./lockfile.ts";
import { extensionFolder, type InstallPlan, planInstall, typesOf } from "./plan.ts";

/** A pulled archive whose checksum and safety have been verified. */
export interface VerifiedExtension {
  manifest: Manifest;
  /** By path relative to `extension/`. */
  files: ReadonlyMap<string, { bytes: Uint8Array; executable?: boolean }>;
  /** SHA-256 of the archive in hexadecimal. */
  checksum: string;
  serverUrl?: string | undefined;
  channel?: string | undefined;
}

/** How to install. */
export interface InstallOptions {
  /** Replaces what is in the way. */
  force?: boolean | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: ((text: string) => void) | undefined;
}

/** What was installed. */
export interface InstallResult extends Omit<InstallPlan, "previous" | "conflicts"> {
  previousVersion?: string;
  descriptor: Descriptor;
  /** Folder of the extension, relative to the repository. */
  path: string;
  files: string[];
  /** Files of the previous version that are gone. */
  pruned: string[];
  checksum: string;
  /** True when this very archive was installed and intact already; nothing was written. */
  alreadyInstalled: boolean;
}

/**
 * Installs a pulled extension: bundles and describes it from the sources that were published, writes
 * everything aside, then renames it into place. A killed install leaves the old state, or a folder
 * that the next install removes.
 *
 * @throws SvcError `bundle_failed`, `describe_failed`; `conflict` for files in the way or a type that
 *   another extension has; `lock_timeout`, `cancelled`.
 */
export async function installExtension(
  repository: Repository,
  extension: VerifiedExtension,
  options: InstallOptions = {},
): Promise<InstallResult> {
  const { manifest, files } = extension;
  await using _lock = await lockRepository(repository, { file: "extensions.lock" });
  const { previous, conflicts, ...plan } = await planInstall(repository, extension);
  const path = extensionFolder(manifest.name);
  const target = `${repository.root}/${path}`;
  const base = {
    ...plan,
    ...(previous === undefined ? {} : { previousVersion: previous.version }),
    path,
    checksum: extension.checksum,
  };
  if (previous?.checksum === extension.checksum && !options.force) {
    const descriptor = await intactDescriptor(repository, target, previous);
    if (descriptor) {
      return { ...base, descriptor, files: previous.files, pruned: [], alreadyInstalled: true };
    }
  }
  if (conflicts.length > 0 && !options.force) {
    throw new SvcError(
      "conflict",
      `Something that no pull wrote is in the way: ${conflicts.join(", ")}`,
      {
        hint: "Move it away, or pull with --force to replace it.",
      },
    );
  }
  const described = await describeExtension(files, manifest, {
    lock: files.get("bundle.lock.json")?.bytes,
    signal: options.signal,
    onProgress: options.onProgress,
  });
  const { descriptor } = described;
  await refuseTakenTypes(repository, manifest.name, descriptor);

  options.onProgress?.("Installing");
  const aside = `${repository.state}/pulled-extensions/.installing-${crypto.randomUUID()}`;
  const folder = `bundles/pulled-${extension.checksum.slice(0, 16)}`;
  try {
    await writeAside(aside, files, descriptor);
    const records = await writeBundles(`${repository.state}/${folder}`, described, {
      origin: "pulled",
      extension: manifest.name,
      extensionVersion: manifest.version,
      folder,
      files: `${path}/files`,
      manifest: `the manifest of ${manifest.name}`,
    });
    const written = (await listFilesBelow(aside)).map((file) => `${path}/${file}`);
    const entry: LockEntry = {
      version: manifest.version,
      // Restoring what the lockfile names must not change the lockfile.
      pulledAt: previous?.checksum === extension.checksum
        ? previous.pulledAt
        : new Date().toISOString(),
      files: written,
      checksum: extension.checksum,
      filesChecksum: await filesChecksum(aside, path, written),
      ...(extension.serverUrl === undefined ? {} : { serverUrl: extension.serverUrl }),
      ...(extension.channel === undefined ? {} : { channel: extension.channel }),
    };
    if (options.signal?.aborted) {
      throw new SvcError("cancelled", `Installing ${manifest.name} was cancelled`);
    }
    const gone = (await typesOf(repository, manifest.name)).filter((type) => !records.has(type));
    await replaceFolder(aside, target);
    await Deno.mkdir(typesFolder(repository), { recursive: true });
    for (const [type, record] of records) {
      await writeAtomic(recordFile(repository, type), JSON.stringify(record));
    }
    for (const type of gone) await Deno.remove(recordFile(repository, type));
    const lockfile = await readLockfile(repository);
    await writeLockfile(repository, { ...lockfile, [manifest.name]: entry });
    await removeOldBundles(repository, folder);
    return {
      ...base,
      descriptor,
      files: written,
      pruned: (previous?.files ?? []).filter((file) => !written.includes(file)),
      alreadyInstalled: false,
    };
  } catch (error) {
    await Deno.remove(aside, { recursive: true }).catch(() => {});
    throw error;
  }
}

async function writeAside(
  aside: string,
  files: VerifiedExtension["files"],
  descriptor: Descriptor,
): Promise<void> {
  for (const [path, file] of files) {
    const target = `${aside}/${path}`;
    await Deno.mkdir(parentOf(target), { recursive: true });
    await Deno.writeFile(target, file.bytes, { mode: file.executable ? 0o755 : 0o644 });
  }
  await Deno.mkdir(`${aside}/files`, { recursive: true });
  // What these sources really declare, whatever the archive says of them.
  await Deno.writeTextFile(`${aside}/descriptor.json`, `${JSON.stringify(descriptor, null, 2)}\n`);
}

/** Puts `aside` in the place of `target`, and the old content out of sight. */
async function replaceFolder(aside: string, target: string): Promise<void> {
  await Deno.mkdir(parentOf(target), { recursive: true });
  const old = `${aside}-old`;
  const occupied = await lstatIfPresent(target);
  if (occupied) await Deno.rename(target, old);
  try {
    await Deno.rename(aside, target);
  } catch (error) {
    if (occupied) await Deno.rename(old, target);
    throw error;
  }
  if (occupied) await Deno.remove(old, { recursive: true });
}

async function refuseTakenTypes(
  repository: Repository,
  name: string,
  descriptor: Descriptor,
): Promise<void> {
  for (const model of descriptor.models) {
    const owner = (await readRecord(repository, normalizeType(model.type)))?.extension;
    if (owner === undefined || owner === name) continue;
    throw new SvcError("conflict", `${model.type} is a type of ${owner}, which is installed`, {
      hint: `Remove it with 'svc extension rm ${owner}' first.`,
    });
  }
}

/** The descriptor of an installed extension whose files, types and bundles are all as installed. */
export async function intactDescriptor(
  repository: Repository,
  target: string,
  entry: LockEntry,
): Promise<Descriptor | undefined> {
  const path = target.slice(repository.root.length + 1);
  try {
    if (await filesChecksum(target, path, entry.files) !== entry.filesChecksum) return undefined;
    const text = await Deno.readTextFile(`${target}/descriptor.json`);
    const descriptor = JSON.parse(text) as Descriptor;
    for (const model of descriptor.models) {
      const record = await readRecord(repository, normalizeType(model.type));
      if (
        !record || !await lstatIfPresent(`${repository.state}/${record.folder}/${record.bundle}`)
      ) {
        return undefined;
      }
    }
    return descriptor;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** SHA-256 over the sorted lines `path\0sha256\n` of files that lie in `folder`, known as `path`. */
export async function filesChecksum(
  folder: string,
  path: string,
  files: readonly string[],
): Promise<string> {
  const lines = await Promise.all(
    [...files].sort().map(async (file) => {
      const bytes = await Deno.readFile(`${folder}/${file.slice(path.length + 1)}`);
      return `${file}\0${await sha256Hex(bytes)}\n`;
    }),
  );
  return await sha256Hex(lines.join(""));
}

/** Removes bundles of versions that no type refers to any more, and what killed installs left. */
async function removeOldBundles(repository: Repository, current: string): Promise<void> {
  const used = new Set([current]);
  for await (const entry of Deno.readDir(typesFolder(repository))) {
    if (!entry.name.endsWith(".json") || entry.name.startsWith("_")) continue;
    const text = await Deno.readTextFile(`${typesFolder(repository)}/${entry.name}`);
    used.add((JSON.parse(text) as { folder: string }).folder);
  }
  for await (const entry of Deno.readDir(`${repository.state}/bundles`)) {
    if (entry.name.startsWith("pulled-") && !used.has(`bundles/${entry.name}`)) {
      await Deno.remove(`${repository.state}/bundles/${entry.name}`, { recursive: true });
    }
  }
  for await (const entry of Deno.readDir(`${repository.state}/pulled-extensions`)) {
    if (entry.name.startsWith(".installing-")) {
      await Deno.remove(`${repository.state}/pulled-extensions/${entry.name}`, { recursive: true });
    }
  }
}
