import type { ImportPlan, LeftOut, TakenFile, TakenVersion } from "./plan.ts";
import { inOrder, ORDER_FILE, orderText, windowsOf } from "../data/store/order.ts";
import { createHash } from "node:crypto";
import { parentOf } from "../base/files/path.ts";
import { writeDurable } from "../base/files/write.ts";
import { openRegular, type Refusal } from "./source.ts";

/** Copies everything into the staging folder; the plan that is returned lacks what could not be. */
export async function prepared(
  root: string,
  staging: string,
  plan: ImportPlan,
): Promise<ImportPlan> {
  await Deno.mkdir(staging);
  const leftOut = [...plan.leftOut];
  const copied = async <File extends { from: string; to: string }>(
    files: readonly File[],
    copy = copyFile,
  ) => {
    const kept: File[] = [];
    for (const file of files) {
      const refused = await copy(root, staging, file);
      if (refused === undefined) kept.push(file);
      else leftOut.push({ path: file.from, why: refused.why, fix: AGAIN });
    }
    return kept;
  };
  const behaviors = await copied(plan.behaviors);
  const vaults = await copied(plan.vaults);
  const secrets = await copied(plan.secrets, copySecret);
  const runs = await copied(plan.runs);
  const sources = await copied(plan.sources);
  const versions = await soundVersions(root, staging, plan, leftOut);
  return { ...plan, behaviors, vaults, secrets, runs, sources, versions, leftOut };
}

/** As {@linkcode prepared} without writing: the checksums are compared all the same. */
export async function checked(root: string, plan: ImportPlan): Promise<ImportPlan> {
  const leftOut = [...plan.leftOut];
  const versions = await soundVersions(root, undefined, plan, leftOut);
  return { ...plan, versions, leftOut };
}

/** Versions that are copied at once. */
const AT_ONCE = 32;

const AGAIN = "Put it back in the old folder, and import again.";

async function soundVersions(
  root: string,
  staging: string | undefined,
  { versions }: ImportPlan,
  leftOut: LeftOut[],
): Promise<ImportPlan["versions"]> {
  const kept: ImportPlan["versions"] = [];
  // A disk does many at once in little more time than one, and a folder may have thousands.
  for (let at = 0; at < versions.length; at += AT_ONCE) {
    const some = versions.slice(at, at + AT_ONCE);
    const refusals = await Promise.all(some.map((one) => copyVersion(root, staging, one)));
    for (const [index, version] of some.entries()) {
      const refused = refusals[index];
      if (refused === undefined) kept.push(version);
      else leftOut.push({ path: version.from, why: refused.why, fix: RESTORE });
    }
  }
  if (staging === undefined) return kept;
  const byItem = Map.groupBy(kept, ({ to }) => to.slice(0, to.lastIndexOf("/")));
  for (const [item, versions] of byItem) {
    const ordered = inOrder(versions.map(({ metadata }) => metadata));
    const windows = windowsOf(ordered);
    if (windows.length > 0) {
      await Deno.writeTextFile(`${staging}/${item}/${ORDER_FILE}`, orderText(windows));
    }
    await Deno.writeTextFile(`${staging}/${item}/latest`, `${ordered.at(-1)!.version}`);
  }
  return kept;
}

const RESTORE = "Restore it in the old folder from a copy, or do without it.";

/** Bytes read at once. */
const CHUNK = 256 * 1024;

/** Largest file of a secret or a key, in bytes. */
const LARGEST_SECRET = 1024 ** 2;

/** Largest content of one version, in bytes. */
const LARGEST_CONTENT = 4 * 1024 ** 3;

/** Copies a file as it is; says why when it cannot be. */
async function copyFile(
  root: string,
  staging: string,
  { from, to }: TakenFile,
): Promise<Refusal | undefined> {
  using file = await openRegular(`${root}/${from}`);
  if ("why" in file) return { why: file.why };
  const { mode } = await file.stat();
  const target = `${staging}/${to}`;
  await Deno.mkdir(parentOf(target), { recursive: true });
  return await copyTo(target, file, (mode ?? 0) & 0o100 ? 0o755 : 0o644);
}

/** As {@linkcode copyFile}, for a secret: closed to others, as far as the old one was. */
async function copySecret(
  root: string,
  staging: string,
  { from, to }: TakenFile,
): Promise<Refusal | undefined> {
  using file = await openRegular(`${root}/${from}`);
  if ("why" in file) return { why: file.why };
  const { mode, size } = await file.stat();
  if (size > LARGEST_SECRET) return { why: `it is too large: ${size} bytes` };
  const target = `${staging}/${to}`;
  await Deno.mkdir(`${staging}/.svc`, { recursive: true });
  await Deno.mkdir(parentOf(target), { recursive: true, mode: 0o700 });
  // A key that others could read stays open, so that its next use says so.
  return await copyTo(target, file, ((mode ?? 0) & 0o077) !== 0 ? 0o644 : 0o600);
}

async function copyTo(target: string, file: Deno.FsFile, mode: number): Promise<undefined> {
  using written = await Deno.open(target, { write: true, createNew: true, mode });
  await eachChunk(file, (bytes) => writeAll(written, bytes));
  await written.syncData();
}

/**
 * Copies a version of a data item, or only checks it without a `staging` folder. Says why when its
 * content is not what was written; nothing of it is kept then.
 */
async function copyVersion(
  root: string,
  staging: string | undefined,
  { from, to, metadata }: TakenVersion,
): Promise<Refusal | undefined> {
  using file = await openRegular(`${root}/${from}`);
  if ("why" in file) return { why: file.why };
  const { size } = await file.stat();
  if (size !== metadata.size) return { why: `its content has ${size} bytes, not ${metadata.size}` };
  if (size > LARGEST_CONTENT) return { why: `its content is too large: ${size} bytes` };
  const folder = staging === undefined ? undefined : `${staging}/${to}`;
  if (folder !== undefined) await Deno.mkdir(folder, { recursive: true });
  const hash = createHash("sha256");
  {
    using written = folder === undefined
      ? undefined
      : await Deno.open(`${folder}/raw`, { write: true, createNew: true });
    await eachChunk(file, async (bytes) => {
      hash.update(bytes);
      if (written !== undefined) await writeAll(written, bytes);
    });
    await written?.syncData();
  }
  if (hash.digest("hex") !== metadata.checksum.toLowerCase()) {
    if (folder !== undefined) await Deno.remove(folder, { recursive: true });
    return { why: "its content does not have the recorded checksum" };
  }
  if (folder !== undefined) {
    await writeDurable(`${folder}/metadata.yaml`, `${JSON.stringify(metadata, null, 2)}\n`);
  }
  return undefined;
}

async function eachChunk(
  file: Deno.FsFile,
  use: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  const buffer = new Uint8Array(CHUNK);
  for (let read = await file.read(buffer); read !== null; read = await file.read(buffer)) {
    await use(buffer.subarray(0, read));
  }
}

async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) done += await file.write(bytes.subarray(done));
}
