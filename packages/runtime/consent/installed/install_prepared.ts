import type { Descriptor } from "@svc/core/descriptor";
import { SvcError } from "@svc/core/error";
import { plainEntry } from "@svc/core/entry";
import type { ConsentedContent } from "../consent.ts";
import type { PermissionRequest } from "../request.ts";
import type { Decision } from "../status.ts";
import { recordConsent } from "../store.ts";
import { treeDigest } from "../tree.ts";
import {
  type BundledExtension,
  dependenciesOf,
  type ModuleRecord,
  writeBundles,
} from "../../extension/describe/record.ts";
import { sha256Hex } from "../../base/files/digest.ts";
import { parentOf } from "../../base/files/path.ts";
import { listFilesBelow } from "../../base/files/read.ts";
import type { Repository } from "../../repository/repository.ts";
import { type Change, preparedFolder } from "./change.ts";
import { filesChecksum } from "./checksum.ts";
import type { VerifiedExtension } from "./extension.ts";
import type { LockEntry } from "./lockfile.ts";
import { bundlesFolder, extensionFolder, filesFolder } from "./folders.ts";
import { graftKey, providerKey, reportKey } from "./record_keys.ts";
import { recordText } from "./record_text.ts";
import { lockedRequest } from "./requested.ts";
import { changeExtensions } from "./settle.ts";
import { skillFolders, type SkillTarget, skillTargets, stagedSkill } from "./skills.ts";

/** What to put into its place. */
export interface PreparedInstall {
  extension: VerifiedExtension;
  described: BundledExtension;
  /** What the person decided about what it asks for. */
  decision: Decision;
  /** What it asks for. */
  request: PermissionRequest;
  /** The registry that the bytes came from, when the lockfile names another address of it. */
  fetchedFrom?: string | undefined;
  /** The entry of the lockfile up to now. */
  previous?: LockEntry | undefined;
}

/**
 * Puts bundled extensions into their places, all of them or none, and records the person's consent for
 * exactly that content, as {@linkcode changeExtensions} says.
 *
 * @returns the new entries of the lockfile, in the same order
 * @throws SvcError `cancelled` before the change is decided.
 */
export async function installPrepared(
  repository: Repository,
  placements: readonly PreparedInstall[],
  signal?: AbortSignal,
): Promise<LockEntry[]> {
  const contents: ConsentedContent[] = [];
  const changes = await changeExtensions(repository, async (staging) => {
    const changes: Extract<Change, { action: "install" }>[] = [];
    for (const [index, placement] of placements.entries()) {
      const { manifest: { name }, checksum } = placement.extension;
      const folder = preparedFolder(staging, index);
      const { entry, content, records } = await prepare(repository, folder, placement);
      changes.push({ action: "install", name, entry, bundles: bundlesFolder(checksum), records });
      contents.push(content);
    }
    if (signal?.aborted) {
      const names = changes.map(({ name }) => name).join(", ");
      throw new SvcError("cancelled", `Installing ${names} was cancelled`);
    }
    return changes;
  }, async () => {
    for (const [index, { extension, decision, request }] of placements.entries()) {
      await recordConsent(repository, {
        origin: "pulled",
        extension: extension.manifest.name,
        version: extension.manifest.version,
        ...decision,
        requested: request,
        content: contents[index]!,
      });
    }
  });
  return changes.map(({ entry }) => entry);
}

async function prepare(
  repository: Repository,
  staging: string,
  { extension, described, request, previous, fetchedFrom }: PreparedInstall,
): Promise<{ entry: LockEntry; content: ConsentedContent; records: Record<string, string> }> {
  const { manifest, checksum, serverUrl, channel, log, publisher } = extension;
  const { name, version } = manifest;
  const path = extensionFolder(name);
  const bundles = bundlesFolder(checksum);
  await writeFiles(staging, extension, described.descriptor);
  const { types, reports, grafts, providers } = await writeBundles(
    `${staging}/bundles`,
    described,
    {
      origin: "pulled",
      extension: name,
      extensionVersion: version,
      ...dependenciesOf(extension.manifest),
      folder: bundles,
      files: filesFolder(bundles),
    },
  );
  const skills = await stageSkills(
    staging,
    await skillTargets(repository, manifest),
    extension.files,
  );
  const own = (await listFilesBelow(`${staging}/extension`)).map((file) => `${path}/${file}`);
  const files = [...own, ...skills].sort();
  const folders = skillFolders({ files });
  const staged = (file: string) =>
    file.startsWith(`${path}/`)
      ? `${staging}/extension${file.slice(path.length)}`
      : stagedSkill(staging, folders, file);
  const origin = fetchedFrom ?? serverUrl;
  const records = [
    ...types,
    ...[...reports].map(([name, record]) => [reportKey(name), record] as const),
    ...grafts.map((record, index) => [graftKey(record, index), record] as const),
    ...providers.map((record) => [providerKey(record.kind, record.provider.type), record] as const),
  ];
  const texts = Object.fromEntries(records.map(([key, record]) => [key, recordText(record)]));
  // Restoring what the lockfile names must not change the lockfile.
  const isSame = previous?.checksum === checksum;
  const seen = isSame ? previous.log : log;
  return {
    entry: {
      version,
      pulledAt: isSame ? previous.pulledAt : new Date().toISOString(),
      files,
      checksum,
      filesChecksum: await filesChecksum(files, staged),
      ...(serverUrl === undefined ? {} : { serverUrl }),
      ...(channel === undefined ? {} : { channel }),
      requested: lockedRequest(request),
      ...(seen === undefined ? {} : { log: seen }),
      ...(publisher === undefined ? {} : { publisher }),
    },
    content: {
      checksum,
      ...(origin === undefined ? {} : { serverUrl: origin }),
      bundles: digestsOf(records.map(([, record]) => record)),
      types: Object.fromEntries(
        await Promise.all(
          Object.entries(texts).map(async ([key, text]) => [key, await sha256Hex(text)] as const),
        ),
      ),
      files: await treeDigest(`${staging}/files`),
    },
    records: texts,
  };
}

function digestsOf(records: readonly ModuleRecord[]): Record<string, string> {
  return Object.fromEntries(
    records.map(({ bundle, bundleDigest }) => [bundle, bundleDigest!]),
  );
}

/** Writes each skill once for each folder it goes to; returns the files as they will be there. */
async function stageSkills(
  staging: string,
  targets: readonly SkillTarget[],
  files: VerifiedExtension["files"],
): Promise<string[]> {
  const placed = targets.flatMap(({ from, to }) =>
    [...files].filter(([path]) => path.startsWith(`${from}/`))
      .map(([path, file]) => ({ file, to: `${to}${path.slice(from.length)}` }))
  );
  const folders = skillFolders({ files: placed.map(({ to }) => to) });
  for (const { file, to } of placed) await writeFile(stagedSkill(staging, folders, to), file);
  return placed.map(({ to }) => to);
}

/** Writes the extension as it was published, and its files a second time, for its methods. */
async function writeFiles(
  staging: string,
  { files, manifest }: VerifiedExtension,
  descriptor: Descriptor,
): Promise<void> {
  const folder = `${staging}/extension`;
  await Deno.mkdir(`${folder}/files`, { recursive: true });
  await Deno.mkdir(`${staging}/files`);
  const binaries = new Set(manifest.binaries.map((entry) => `files/${plainEntry(entry)}`));
  // Archives of other tools may have the bit on anything; only what is declared gets it.
  for (const [path, { bytes }] of files) {
    const file = { bytes, executable: binaries.has(path) };
    await writeFile(`${folder}/${path}`, file);
    if (path.startsWith("files/")) await writeFile(`${staging}/${path}`, file);
  }
  // What these sources really declare, whatever the archive says of them.
  await Deno.writeTextFile(`${folder}/descriptor.json`, `${JSON.stringify(descriptor, null, 2)}\n`);
}

async function writeFile(
  target: string,
  { bytes, executable }: { bytes: Uint8Array; executable?: boolean },
): Promise<void> {
  await Deno.mkdir(parentOf(target), { recursive: true });
  await Deno.writeFile(target, bytes, { mode: executable ? 0o755 : 0o644 });
}
