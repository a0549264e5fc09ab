import { SvcError } from "@svc/core/error";
import { absolutePath, relativeInside } from "../files/path.ts";
import { listFolder, lstatIfPresent } from "../files/read.ts";
import { syncFolder, writeAtomic } from "../files/write.ts";
import { initRepository } from "../repository/init.ts";
import { ownPath } from "../repository/links.ts";
import { MARKER } from "../repository/repository.ts";
import { planBehaviors } from "./behaviors.ts";
import { copyFile, copyVersion } from "./copy.ts";
import { planData } from "./data.ts";
import { planLeft, planPulls, planSources, planVaults } from "./files.ts";
import { layoutOf } from "./layout.ts";
import type { ImportPlan, LeftOut } from "./plan.ts";

/** What to take over, and how. */
export interface ImportOptions {
  /** The folder of the old repository. */
  from: string;
  /** The name of its marker, when there are several. */
  marker?: string | undefined;
  /** Tells what would be taken and writes nothing. */
  dryRun?: boolean | undefined;
  version?: string;
  now?: () => Date;
}

/** What was taken over (issue "Moving over"). */
export interface ImportResult {
  /** The new repository, absolute. */
  path: string;
  /** The old one, absolute. */
  from: string;
  dryRun: boolean;
  behaviors: { name: string; type: string; path: string }[];
  vaults: { name: string; type: string; path: string }[];
  data: { items: number; versions: number; bytes: number };
  /** Files of the old repository's own extensions, relative to the new one. */
  extensionSources: string[];
  /** Extensions to pull: `@acme/scan@2026.01.01.1`. */
  pull: string[];
  leftOut: LeftOut[];
  nextSteps: string[];
}

/** Where everything is prepared, in the new repository's folder. */
const STAGING = ".svc-importing";

/** The file in it that says that all is prepared, with what will be answered. */
const READY = "ready.json";

/**
 * Makes `path` a repository with what another one holds: behaviors, their data, configurations of
 * vaults, sources of extensions. All is prepared aside, then moved into place; the marker comes last.
 * Killed before, `path` is no repository, and the same call again completes it or starts anew. The old
 * folder is only read, no link in it is followed, and nothing that stands in the new one is replaced.
 *
 * @throws SvcError `not_a_repository` for a folder without a marker; `already_exists` or `conflict`
 *   when the new folder holds something of its own there; `invalid_argument` when one folder is in
 *   the other's place.
 */
export async function importRepository(
  path: string,
  options: ImportOptions,
): Promise<ImportResult> {
  const root = absolutePath(path);
  const staging = ownPath(root, STAGING);
  const from = await sourceRoot(options.from, root);
  const ready = await readyResult(staging);
  if (ready !== undefined && !options.dryRun) {
    assertSame(ready, root, from);
    return await finish(root, staging, ready, options);
  }
  await assertFresh(root);
  const plan = await planOf(from, options.marker);
  if (options.dryRun) return resultOf(root, from, await checked(from, plan), true);
  await Deno.remove(staging, { recursive: true }).catch(ignoreAbsent);
  await Deno.mkdir(staging, { recursive: true });
  const result = resultOf(root, from, await prepared(from, `${staging}/new`, plan), false);
  await assertFree(root, staging);
  await syncFolder(staging);
  await writeAtomic(`${staging}/${READY}`, JSON.stringify(result));
  return await finish(root, staging, result, options);
}

async function sourceRoot(from: string, root: string): Promise<string> {
  const source = absolutePath(from);
  if (!(await lstatIfPresent(source))) {
    throw new SvcError("not_found", `${source} does not exist`, {
      hint: "Name the folder of the repository to take over.",
    });
  }
  const real = await Deno.realPath(source);
  const target = await Deno.realPath(root).catch(() => root);
  if (real === target || relativeInside(real, target) !== undefined) {
    throw new SvcError("invalid_argument", `${root} lies in the repository to take over`, {
      hint: "Make the new repository beside the old one: svc init ../new --from .",
    });
  }
  return real;
}

async function planOf(root: string, marker: string | undefined): Promise<ImportPlan> {
  const layout = await layoutOf(root, marker);
  const { behaviors, leftOut } = await planBehaviors(root, layout);
  const data = await planData(root, layout, behaviors);
  const vaults = await planVaults(root, layout);
  const sources = await planSources(root, layout);
  const pulls = await planPulls(root, layout);
  return {
    behaviors,
    versions: data.versions,
    vaults: vaults.vaults,
    sources: sources.sources,
    pull: pulls.pull,
    leftOut: [
      ...leftOut,
      ...data.leftOut,
      ...vaults.leftOut,
      ...sources.leftOut,
      ...pulls.leftOut,
      ...await planLeft(root, layout),
    ],
  };
}

/** Copies everything into the staging folder; the plan that is returned lacks what could not be. */
async function prepared(root: string, staging: string, plan: ImportPlan): Promise<ImportPlan> {
  await Deno.mkdir(staging);
  const leftOut = [...plan.leftOut];
  const copied = async <File extends { from: string; to: string }>(files: readonly File[]) => {
    const kept: File[] = [];
    for (const file of files) {
      const refused = await copyFile(root, staging, file);
      if (refused === undefined) kept.push(file);
      else leftOut.push({ path: file.from, why: refused.why, fix: AGAIN });
    }
    return kept;
  };
  const behaviors = await copied(plan.behaviors);
  const vaults = await copied(plan.vaults);
  const sources = await copied(plan.sources);
  const versions = await soundVersions(root, staging, plan, leftOut);
  return { ...plan, behaviors, vaults, sources, versions, leftOut };
}

/** As {@linkcode prepared} without writing: the checksums are compared all the same. */
async function checked(root: string, plan: ImportPlan): Promise<ImportPlan> {
  const leftOut = [...plan.leftOut];
  const versions = await soundVersions(root, undefined, plan, leftOut);
  return { ...plan, versions, leftOut };
}

const AGAIN = "Put it back in the old folder, and import again.";

async function soundVersions(
  root: string,
  staging: string | undefined,
  { versions }: ImportPlan,
  leftOut: LeftOut[],
): Promise<ImportPlan["versions"]> {
  const kept: ImportPlan["versions"] = [];
  for (const version of versions) {
    const refused = await copyVersion(root, staging, version);
    if (refused === undefined) kept.push(version);
    else leftOut.push({ path: version.from, why: refused.why, fix: RESTORE });
  }
  if (staging === undefined) return kept;
  const newest = new Map(
    kept.map(({ to, metadata }) => [to.slice(0, to.lastIndexOf("/")), metadata]),
  );
  for (const [item, { version }] of newest) {
    await Deno.writeTextFile(`${staging}/${item}/latest`, `${version}`);
  }
  return kept;
}

const RESTORE = "Restore it in the old folder from a copy, or do without it.";

/** Moves what is prepared into place, then makes the marker. Each step can be done again. */
async function finish(
  root: string,
  staging: string,
  result: ImportResult,
  { version, now }: ImportOptions,
): Promise<ImportResult> {
  await assertFree(root, staging);
  for (const { name } of await listFolder(`${staging}/new`)) {
    await Deno.rename(`${staging}/new/${name}`, `${root}/${name}`);
  }
  if (await lstatIfPresent(`${root}/${MARKER}`) === undefined) {
    await initRepository(root, {
      ...(version === undefined ? {} : { version }),
      ...(now === undefined ? {} : { now }),
    });
  }
  await Deno.remove(`${staging}/new`, { recursive: true }).catch(ignoreAbsent);
  // Last, as long as it is there the same call comes here again.
  await Deno.remove(`${staging}/${READY}`);
  await Deno.remove(staging);
  return result;
}

async function readyResult(staging: string): Promise<ImportResult | undefined> {
  try {
    return JSON.parse(await Deno.readTextFile(`${staging}/${READY}`)) as ImportResult;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof Deno.errors.NotFound) return undefined;
    if (error instanceof Deno.errors.NotADirectory) return undefined;
    throw error;
  }
}

/** Refuses to complete what another command began. */
function assertSame(ready: ImportResult, root: string, from: string): void {
  if (ready.path === root && ready.from === from) return;
  throw new SvcError("conflict", `${root}/${STAGING} holds another import that was not completed`, {
    hint: "Import into a new folder, or delete that one if you do not need it.",
  });
}

async function assertFresh(root: string): Promise<void> {
  const present = await lstatIfPresent(root);
  if (present !== undefined && !present.isDirectory) throw inTheWay(root);
  if (await lstatIfPresent(`${root}/${MARKER}`)) {
    throw new SvcError("already_exists", `${root} is a behavior repository already`, {
      hint: "Import into a new folder: svc init <new folder> --from <old folder>",
    });
  }
  for (const name of ["behaviors", "vaults", "extensions", ".svc"]) {
    if (await lstatIfPresent(`${root}/${name}`)) throw inTheWay(`${root}/${name}`);
  }
}

/** Refuses when something stands where a prepared folder goes. */
async function assertFree(root: string, staging: string): Promise<void> {
  for (const { name } of await listFolder(`${staging}/new`)) {
    if (await lstatIfPresent(`${root}/${name}`)) throw inTheWay(`${root}/${name}`);
  }
}

function inTheWay(path: string): SvcError {
  return new SvcError("conflict", `${path} is in the way`, {
    hint: "Nothing is replaced. Import into a new folder, or move it away.",
  });
}

function ignoreAbsent(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}

function resultOf(root: string, from: string, plan: ImportPlan, dryRun: boolean): ImportResult {
  const items = new Set(plan.versions.map(({ to }) => to.slice(0, to.lastIndexOf("/"))));
  const listed = <File extends { name: string; type: string; to: string }>(
    files: readonly File[],
  ) => files.map(({ name, type, to }) => ({ name, type, path: to }));
  return {
    path: root,
    from,
    dryRun,
    behaviors: listed(plan.behaviors),
    vaults: listed(plan.vaults),
    data: {
      items: items.size,
      versions: plan.versions.length,
      bytes: plan.versions.reduce((sum, { metadata }) => sum + metadata.size, 0),
    },
    extensionSources: plan.sources.map(({ to }) => to),
    pull: plan.pull,
    leftOut: plan.leftOut,
    nextSteps: [
      ...plan.pull.map((extension) => `svc extension pull ${extension}`),
      "svc behavior validate",
    ],
  };
}
