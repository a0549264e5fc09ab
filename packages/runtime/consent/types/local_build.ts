import { SvcError } from "@svc/core/error";
import type { BundledModule } from "../../extension/bundle/bundle.ts";
import { describeExtension, describeLoose } from "../../extension/describe/describe.ts";
import {
  type BundledExtension,
  dependenciesOf,
  type ExtensionRecords,
  type ModuleRecord,
  writeBundles,
} from "../../extension/describe/record.ts";
import { ownPath } from "../../repository/links.ts";
import { sha256Hex } from "../../base/files/digest.ts";
import { parentOf, relativeInside } from "../../base/files/path.ts";
import type { Repository } from "../../repository/repository.ts";
import { providerKey } from "../installed/record_keys.ts";
import { collectLoose, collectSources } from "../../extension/sources/collect.ts";
import { MODULE_KINDS, type ModuleKind } from "../../extension/sources/kinds.ts";
import { readSdks } from "../../extension/sdks/read.ts";
import { problems } from "../../extension/sources/problems.ts";
import type { LocalTypes } from "./resolved.ts";

/** Bundles and describes everything below `extensions/` and what is linked; one broken source leaves the others usable. */
export async function buildLocalTypes(
  repository: Repository,
  files: readonly string[],
  links: readonly string[],
): Promise<LocalTypes> {
  const root = `${repository.root}/extensions`;
  const sdks = await readSdks(repository);
  const types: LocalTypes["types"] = {};
  const reports: LocalTypes["reports"] = {};
  const grafts: LocalTypes["grafts"] = [];
  const providers: LocalTypes["providers"] = {};
  const failures: Failure[] = [];
  const covered = new Set<string>();
  const attempt = async (what: string, work: () => Promise<ExtensionRecords>) => {
    try {
      const records = await work();
      for (const [type, record] of records.types) types[type] ??= record;
      for (const [name, record] of records.reports) reports[name] ??= record;
      grafts.push(...records.grafts);
      for (const record of records.providers) {
        providers[providerKey(record.kind, record.provider.type)] ??= record;
      }
    } catch (error) {
      if (!(error instanceof SvcError)) throw error;
      // Why packages do not come is not in the source.
      const hint = error.code === "bundle_failed" ? error.hint : undefined;
      failures.push({ what, line: lineOf(error.message), hint });
    }
  };
  const ofManifest = async (
    sources: Awaited<ReturnType<typeof collectSources>>,
    folder: string,
  ) => {
    const { files, manifest } = sources;
    const described = await describeExtension(files, manifest, { sdks });
    return await keep(repository, ofAuthor(described, files, repository), {
      origin: "local",
      extension: manifest.name,
      extensionVersion: manifest.version,
      ...dependenciesOf(manifest),
      files: folder,
      manifest: `${folder}/manifest.yaml`,
    });
  };
  // A person links what they are writing in place of what is here.
  for (const folder of links) {
    await attempt(
      folder,
      async () => await ofManifest(await collectSources(`${folder}/manifest.yaml`), folder),
    );
  }
  for (const file of files) {
    if (file !== "manifest.yaml" && !file.endsWith("/manifest.yaml")) continue;
    await attempt(`extensions/${file}`, async () => {
      const sources = await collectSources(`${root}/${file}`, { repository: repository.root });
      for (const source of sources.files.values()) covered.add(source.from);
      return await ofManifest(sources, parentOf(`extensions/${file}`));
    });
  }
  for (const file of files) {
    const kind = await looseKind(root, file);
    if (kind === undefined || covered.has(`${root}/${file}`)) continue;
    await attempt(`extensions/${file}`, async () => {
      const found = problems(
        "source_refused",
        `${file} cannot be used:`,
        "Fix the lines.",
      );
      const module = { kind, file: file.slice(kind.length + 1) };
      const sources = await collectLoose(repository.root, module, found);
      found.done();
      const described = await describeLoose(sources, module, { sdks });
      return await keep(repository, ofAuthor(described, sources, repository), { origin: "local" });
    });
  }
  return { types, reports, grafts, providers, failures: failureLines(failures) };
}

/** A module or manifest that could not be loaded. */
interface Failure {
  /** Relative to the repository. */
  what: string;
  line: string;
  hint: string | undefined;
}

/** Characters of what is wrong with a module. */
const LONGEST_LINE = 300;

/** A message of several lines as one. */
function lineOf(message: string): string {
  return message.split("\n").map((part) => part.trim()).filter(Boolean).join(" ");
}

/** What stands after the words that say whose problem it is. */
function problemOf({ line }: Failure): string {
  return line.slice(line.indexOf(": ") + 2);
}

/** A line for each. A manifest goes without one where its modules, loaded alone, say the same. */
function failureLines(failures: readonly Failure[]): string[] {
  const isManifest = ({ what }: Failure) => what.endsWith("/manifest.yaml");
  const alone = failures.filter((one) => !isManifest(one)).map(problemOf);
  const isSaid = (one: Failure) =>
    alone.reduce((rest, problem) => rest.replace(problem, ""), problemOf(one)).trim() === "";
  return failures.filter((one) => !isManifest(one) || !isSaid(one)).map(({ what, line, hint }) =>
    `${what}: ${line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line}` +
    (hint === undefined ? "" : `. ${lineOf(hint)}`)
  );
}

/** What a file without a manifest is, by its folder and its export; undefined when it is not a module. */
async function looseKind(root: string, file: string): Promise<ModuleKind | undefined> {
  if (!file.endsWith(".ts") || /_test\.ts$|\/_/.test(file)) return undefined;
  const found = MODULE_KINDS.find(({ kind }) => file.startsWith(`${kind}/`));
  if (found === undefined) return undefined;
  const exported = new RegExp(`export const (?:${found.exports.join("|")})\\s*[=:]`);
  return exported.test(await Deno.readTextFile(`${root}/${file}`)) ? found.kind : undefined;
}

/** The same with source maps that name the files of the repository, for the places of errors. */
function ofAuthor(
  described: BundledExtension,
  files: ReadonlyMap<string, { from: string }>,
  { root }: Repository,
): BundledExtension {
  const named = ({ map, ...module }: BundledModule): BundledModule => {
    const content = JSON.parse(map) as { sources: string[] };
    const sources = content.sources.map((source) => {
      const from = files.get(source)?.from;
      return from === undefined ? source : relativeInside(root, from) ?? source;
    });
    return { ...module, map: JSON.stringify({ ...content, sources }) };
  };
  const all = (modules: ReadonlyMap<string, BundledModule>) =>
    new Map([...modules].map(([name, module]) => [name, named(module)]));
  return { ...described, bundles: all(described.bundles), chunks: all(described.chunks) };
}

async function keep(
  repository: Repository,
  described: BundledExtension,
  about: Omit<
    ModuleRecord,
    "permissions" | "declares" | "found" | "bundle" | "bundleDigest" | "chunks" | "folder"
  >,
): Promise<ExtensionRecords> {
  const code = [...described.bundles, ...described.chunks].map(([entry, { code }]) =>
    `${entry}\n${code}`
  ).join("\n");
  const folder = `bundles/local-${(await sha256Hex(code)).slice(0, 16)}`;
  return await writeBundles(ownPath(repository.root, `.svc/${folder}`), described, {
    ...about,
    folder,
  });
}
