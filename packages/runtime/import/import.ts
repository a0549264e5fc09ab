import { unlessGone } from "../base/files/remove.ts";
import { SvcError } from "@svc/core/error";
import { dropIntent, type Intent, readIntent, writeIntent } from "../base/files/intent.ts";
import { absolutePath, relativeInside } from "../base/files/path.ts";
import { listFilesBelow, listFolder, lstatIfPresent } from "../base/files/read.ts";
import { syncFolder } from "../base/files/write.ts";
import { initRepository } from "../repository/init.ts";
import { ownPath } from "../repository/links.ts";
import { isOtherTool } from "../repository/other_tool.ts";
import { MARKER } from "../repository/repository.ts";
import { planBehaviors } from "./behaviors.ts";
import { planData } from "./data.ts";
import { planLeft, planPulls, planSources, planVaults } from "./files.ts";
import { type Layout, layoutOf } from "./layout.ts";
import type { ImportPlan, LeftOut } from "./plan.ts";
import { checked, prepared } from "./prepare.ts";
import { planRuns } from "./runs.ts";
import { planSecrets } from "./secrets.ts";
import { type ImportResult, isImportResult, resultOf } from "./result.ts";
import { visibleName } from "@svc/core/text";
import { plainFolder } from "./source.ts";

/** What to take over, and how. */
interface ImportOptions {
  /** The folder of the old repository. */
  from: string;
  /** The name of its marker, when there are several. */
  marker?: string | undefined;
  /** Tells what would be taken and writes nothing. */
  dryRun?: boolean | undefined;
  version?: string;
  now?: () => Date;
}

/** Where everything is prepared, in the new repository's folder. */
const STAGING = ".svc-importing";

/**
 * Makes `path` a repository with what another one holds: behaviors, their data, vaults with the secrets
 * that are kept there, sources of extensions. All is prepared aside, then moved into place; the marker
 * comes last. Killed before, `path` is not a repository, and the same call again completes it or starts
 * again. The old folder is only read, no link in it is followed, and nothing that stands in the new one
 * is replaced.
 *
 * @throws SvcError `not_a_repository` for a folder without a marker; `already_exists` or `conflict`
 *   when the new folder holds something of its own there; `lock_timeout` while another import goes
 *   there; `invalid_argument` when one folder is in the other's place.
 */
export async function importRepository(
  path: string,
  options: ImportOptions,
): Promise<ImportResult> {
  const root = absolutePath(path);
  const staging = ownPath(root, STAGING);
  const from = await sourceRoot(options.from, root);
  const intent = readyIntent(staging);
  if (options.dryRun) {
    await assertFresh(root);
    return resultOf(root, from, await checked(from, await planOf(from, options.marker)), true);
  }
  const isReady = await readIntent(intent) !== undefined;
  if (!isReady) await assertFresh(root);
  const plan = isReady ? undefined : await planOf(from, options.marker);
  await Deno.mkdir(root, { recursive: true });
  using _only = await onlyImport(root);
  const ready = await readIntent(intent);
  if (ready !== undefined) {
    assertSame(ready, root, from);
    return await finish(root, staging, ready, options);
  }
  await assertFresh(root);
  await Deno.remove(staging, { recursive: true }).catch(unlessGone);
  await Deno.mkdir(staging);
  const taken = await prepared(
    from,
    `${staging}/new`,
    plan ?? await planOf(from, options.marker),
  );
  const result = resultOf(root, from, taken, false);
  await assertFree(root, staging);
  await syncFolder(staging);
  await writeIntent(intent, result);
  return await finish(root, staging, result, options);
}

/** Keeps other imports out of the folder; the system ends it with the process. */
async function onlyImport(root: string): Promise<Disposable> {
  const folder = await Deno.open(root);
  if (await folder.tryLock(true)) return folder;
  folder.close();
  throw new SvcError("lock_timeout", `Another svc process is importing into ${root}`, {
    hint: "Wait until it has ended.",
  });
}

async function planOf(root: string, marker: string | undefined): Promise<ImportPlan> {
  const layout = await layoutOf(root, marker);
  const { behaviors, leftOut } = await planBehaviors(root, layout);
  const data = await planData(root, layout, behaviors);
  const vaults = await planVaults(root, layout);
  const secrets = await planSecrets(root, layout, vaults.vaults);
  const runs = await planRuns(root, layout, behaviors);
  const sources = await planSources(root, layout);
  const pulls = await planPulls(root, layout);
  return {
    ...(isOtherTool(layout.tool) ? { otherTool: layout.tool } : {}),
    behaviors,
    versions: data.versions,
    vaults: vaults.vaults,
    secrets: secrets.secrets,
    runs: runs.runs,
    sources: sources.sources,
    pull: pulls.pull,
    leftOut: [
      ...leftOut,
      ...data.leftOut,
      ...runs.leftOut,
      ...vaults.leftOut,
      ...secrets.leftOut,
      ...sources.leftOut,
      ...pulls.leftOut,
      ...layout.settings,
      ...await planLeft(root, layout),
      ...await planState(root, layout),
    ],
  };
}

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
      ...(result.otherTool === undefined ? {} : { otherTool: result.otherTool }),
    });
  }
  await Deno.remove(`${staging}/new`, { recursive: true }).catch(unlessGone);
  // Last, as long as it is there the same call comes here again.
  await dropIntent(readyIntent(staging));
  await Deno.remove(staging);
  return result;
}

/** Says that all is prepared, with what will be answered. */
function readyIntent(staging: string): Intent<ImportResult> {
  return {
    path: `${staging}/ready.json`,
    aside: `${staging}/ready.tmp`,
    parse: (value) => isImportResult(value) ? value : undefined,
    damaged: () =>
      new SvcError("conflict", `${staging} holds an import that svc cannot complete`, {
        hint: "Delete that folder, and import into a new folder.",
      }),
  };
}

/** Refuses to complete what another command began. */
function assertSame(ready: ImportResult, root: string, from: string): void {
  if (ready.path === root && ready.from === from) return;
  throw new SvcError("conflict", `${root}/${STAGING} holds another import that was not completed`, {
    hint: "Import into a new folder, or delete that folder if you do not need it.",
  });
}

/** What is in the old tool's own folder, and is not looked at elsewhere: why it is not taken. */
const KINDS: readonly { names: RegExp; why: string; fix: string }[] = [
  {
    names: /bundles$|-evaluated$|^pulled-extensions$|_catalog\.|^run_tracker\.|^telemetry$|lock/,
    why: "the old tool generated it, and svc generates its own",
    fix: "Nothing to do.",
  },
  {
    names: /^workflow-runs$/,
    why: "svc does not run workflows",
    fix: "Keep the old folder to look them up.",
  },
  {
    names: /^(?:audit|logs)$/,
    why: "logs stay where they are",
    fix: "Keep the old folder to look them up.",
  },
  {
    names: /^(?:_control|serve\..*)$/,
    why: "it belongs to the server of the old tool",
    fix: "'svc serve --help' says how to set up svc's, 'svc serve token create' makes its tokens.",
  },
];

const OTHER = { why: "svc has no equivalent", fix: "Keep the old folder if you need it." };

/** Each part of the old tool's own folder that is not taken, with the number of its files. */
async function planState(root: string, layout: Layout): Promise<LeftOut[]> {
  const { state } = layout;
  const folder = await plainFolder(root, state);
  if (typeof folder !== "string") return [];
  const known = [
    "data",
    "outputs",
    "secrets",
    ...[...layout.definitions.map(({ from }) => from), ...layout.vaults]
      .concat(layout.left.map(({ path }) => path))
      .filter((path) => path.startsWith(`${state}/`))
      .map((path) => path.slice(state.length + 1)),
  ];
  const found: LeftOut[] = [];
  if (await lstatIfPresent(`${root}/${state}-sources.yaml`) !== undefined) {
    found.push({
      path: `${state}-sources.yaml`,
      why: "it names folders of extensions elsewhere",
      fix: "'svc extension link <folder>' uses one of them.",
    });
  }
  for (const { name, isDirectory } of await listFolder(folder)) {
    if (known.includes(name)) continue;
    const { why, fix } = KINDS.find(({ names }) => names.test(name)) ?? OTHER;
    const files = isDirectory ? (await listFilesBelow(`${folder}/${name}`)).length : 1;
    if (files === 0) continue;
    const path = visibleName(`${state}/${name}`);
    found.push({ path, why: isDirectory ? `${why} (files: ${files})` : why, fix });
  }
  return found;
}

/** The real path of the old repository, which the new one must not be in. */
async function sourceRoot(from: string, root: string): Promise<string> {
  const source = absolutePath(from);
  if (!(await lstatIfPresent(source))) {
    throw new SvcError("not_found", `${source} does not exist`, {
      hint: "Name the folder of the repository to import.",
    });
  }
  const real = await Deno.realPath(source);
  const target = await Deno.realPath(root).catch(() => root);
  if (real === target || relativeInside(real, target) !== undefined) {
    throw new SvcError("invalid_argument", `${root} is inside the repository to import`, {
      hint: "Create the new repository next to the old one: svc init ../new --from .",
    });
  }
  return real;
}

/** Refuses a new folder that holds something of its own where the import goes. */
async function assertFresh(root: string): Promise<void> {
  const present = await lstatIfPresent(root);
  if (present !== undefined && !present.isDirectory) throw inTheWay(root);
  if (await lstatIfPresent(`${root}/${MARKER}`)) {
    throw new SvcError("already_exists", `${root} is already a behavior repository`, {
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
  return new SvcError("conflict", `${path} already exists`, {
    hint: "Existing files are not replaced. Import into a new folder, or move it away.",
  });
}
