import { parsedJson } from "@svc/core/json";
import { LIMITS } from "@svc/core/limit";
import { tryParseExtensionName } from "@svc/core/name";
import { foldName, visibleName } from "@svc/core/text";
import { LARGEST } from "../repository/definitions/files.ts";
import { lstatIfPresent } from "../base/files/read.ts";
import { readConfiguration } from "../providers/vaults/configuration/configuration.ts";
import type { Layout } from "./layout.ts";
import type { ImportPlan, LeftOut, TakenFile } from "./plan.ts";
import { isView, plainFolder, readRegular, sourceFiles } from "./source.ts";

/** The configurations of the vaults of an old repository. */
export async function planVaults(
  root: string,
  layout: Layout,
): Promise<Pick<ImportPlan, "vaults" | "leftOut">> {
  const plan: Pick<ImportPlan, "vaults" | "leftOut"> = { vaults: [], leftOut: [] };
  const taken = new Map<string, string>();
  for (const folder of layout.vaults) {
    for (const { path, why, target } of await sourceFiles(root, folder)) {
      if (isView(layout, target)) continue;
      const from = path === "" ? folder : `${folder}/${path}`;
      const refused = why ?? (/\.ya?ml$/.test(path) ? undefined : "it is not a YAML file");
      const vault = refused === undefined ? await readVault(`${root}/${from}`) : { why: refused };
      const other = "why" in vault ? undefined : taken.get(vault.name);
      if ("why" in vault || other !== undefined) {
        plan.leftOut.push({
          path: visibleName(from),
          why: "why" in vault ? vault.why : `it has the name of ${other}`,
          fix: "Correct the file in the old folder, and import again.",
        });
      } else {
        taken.set(vault.name, visibleName(from));
        plan.vaults.push({ ...vault, from, to: `vaults/${path}` });
      }
    }
  }
  return plan;
}

async function readVault(path: string): Promise<{ name: string; type: string } | { why: string }> {
  const bytes = await readRegular(path, LARGEST);
  if (!(bytes instanceof Uint8Array)) return bytes;
  const configuration = await readConfiguration(new TextDecoder().decode(bytes));
  if ("problem" in configuration) return { why: configuration.problem };
  const { name, type } = configuration;
  return { name, type };
}

/** Sources of an old repository's own extensions; of two at one place, the first is taken. */
export async function planSources(
  root: string,
  { extensions }: Layout,
): Promise<Pick<ImportPlan, "sources" | "leftOut">> {
  const sources: TakenFile[] = [];
  const leftOut: LeftOut[] = [];
  const taken = new Set<string>();
  for (const { from: folder, to } of extensions) {
    for (const { path, why } of await sourceFiles(root, folder)) {
      const from = path === "" ? folder : `${folder}/${path}`;
      const target = `${to}/${path}`;
      if (path.endsWith("upstream_extensions.json")) continue;
      const refused = why ?? await sizeProblem(`${root}/${from}`) ??
        (taken.has(foldName(target)) ? "another file is imported there" : undefined);
      if (refused === undefined) {
        taken.add(foldName(target));
        sources.push({ from, to: target });
      } else {
        const fix = "Copy it to its place by hand if your extension needs it.";
        leftOut.push({ path: visibleName(from), why: refused, fix });
      }
    }
  }
  return { sources, leftOut };
}

async function sizeProblem(path: string): Promise<string | undefined> {
  const { unpackedBytes } = LIMITS.archive;
  const size = (await lstatIfPresent(path))?.size ?? 0;
  return size > unpackedBytes
    ? `it has ${size} bytes, and an extension at most ${unpackedBytes}`
    : undefined;
}

/** Bytes of a lockfile. */
const LARGEST_LOCKFILE = 4 * 1024 * 1024;

/** The extensions that an old lockfile names. They come from the registry, not from the old folder. */
export async function planPulls(
  root: string,
  { lockfiles }: Layout,
): Promise<Pick<ImportPlan, "pull" | "leftOut">> {
  const pull = new Map<string, string>();
  const leftOut: LeftOut[] = [];
  for (const path of lockfiles) {
    if (await lstatIfPresent(`${root}/${path}`) === undefined) continue;
    const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : undefined;
    const plain = folder === undefined ? root : await plainFolder(root, folder);
    const bytes = typeof plain === "string"
      ? await readRegular(`${root}/${path}`, LARGEST_LOCKFILE)
      : { why: "a symbolic link is in its place" };
    const fix = "Pull the extensions you need with 'svc extension pull'.";
    const entries = bytes instanceof Uint8Array ? lockEntries(bytes) : bytes;
    if (!Array.isArray(entries)) {
      leftOut.push({ path, why: entries.why, fix });
      continue;
    }
    for (const [name, version] of entries) {
      if (tryParseExtensionName(name) === undefined) {
        leftOut.push({
          path,
          why: `"${visibleName(name.slice(0, 200))}" is not an extension`,
          fix,
        });
      } else if (!pull.has(name)) {
        pull.set(name, version === undefined ? name : `${name}@${version}`);
      }
    }
  }
  return { pull: [...pull.values()].sort(), leftOut };
}

function lockEntries(bytes: Uint8Array): [name: string, version?: string][] | { why: string } {
  const value = parsedJson(new TextDecoder().decode(bytes));
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { why: "it is not a JSON object" };
  }
  return Object.entries(value).map(([name, entry]) => {
    const version: unknown = entry?.version;
    return typeof version === "string" && /^[\w.-]{1,40}$/.test(version) ? [name, version] : [name];
  });
}

/** Files of an old repository that svc has no place for, each by its name. */
export async function planLeft(root: string, layout: Layout): Promise<LeftOut[]> {
  const found: LeftOut[] = [];
  for (const { path: folder, why, fix } of layout.left) {
    for (const { path, why: refused, target } of await sourceFiles(root, folder)) {
      if (isView(layout, target)) continue;
      found.push({
        path: visibleName(path === "" ? folder : `${folder}/${path}`),
        // Whatever is wrong with a single one: none of them is taken.
        why: path === "" ? refused ?? why : why,
        fix,
      });
    }
  }
  return found;
}
