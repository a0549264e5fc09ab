import { SvcError } from "@svc/core/error";
import { describeExtension, describeLoose } from "../describe/describe.ts";
import {
  type BundledExtension,
  dependenciesOf,
  type ExtensionRecords,
  type ModuleRecord,
  writeBundles,
} from "../describe/record.ts";
import { ownPath } from "../repository/links.ts";
import { sha256Hex } from "../files/digest.ts";
import { parentOf, relativeInside } from "../files/path.ts";
import type { Repository } from "../repository/repository.ts";
import { collectLoose, collectSources } from "../sources/collect.ts";
import { problems } from "../sources/problems.ts";
import type { LocalTypes } from "./resolved.ts";

/** Bundles and describes everything below `extensions/`; one broken source leaves the others usable. */
export async function buildLocalTypes(
  repository: Repository,
  files: readonly string[],
): Promise<LocalTypes> {
  const root = `${repository.root}/extensions`;
  const types: LocalTypes["types"] = {};
  const reports: LocalTypes["reports"] = {};
  const failures: string[] = [];
  const covered = new Set<string>();
  const attempt = async (what: string, work: () => Promise<ExtensionRecords>) => {
    try {
      const records = await work();
      for (const [type, record] of records.types) types[type] ??= record;
      for (const [name, record] of records.reports) reports[name] ??= record;
    } catch (error) {
      if (!(error instanceof SvcError)) throw error;
      failures.push(`${what}: ${error.message}`);
    }
  };
  for (const file of files) {
    if (file !== "manifest.yaml" && !file.endsWith("/manifest.yaml")) continue;
    await attempt(`extensions/${file}`, async () => {
      const sources = await collectSources(`${root}/${file}`, { repository: repository.root });
      for (const source of sources.files.values()) covered.add(source.from);
      const described = await describeExtension(sources.files, sources.manifest);
      return await keep(repository, described, {
        origin: "local",
        extension: sources.manifest.name,
        extensionVersion: sources.manifest.version,
        ...dependenciesOf(sources.manifest),
        files: parentOf(`extensions/${file}`),
        manifest: `extensions/${file}`,
      });
    });
  }
  for (const file of files) {
    const path = `${root}/${file}`;
    if (!/^models\/.*\.ts$/.test(file) || /_test\.ts$|\/_/.test(file) || covered.has(path)) {
      continue;
    }
    if (!/export const model\s*[=:]/.test(await Deno.readTextFile(path))) continue;
    await attempt(`extensions/${file}`, async () => {
      const base = `${root}/models`;
      const found = problems(
        "source_refused",
        `${file} cannot be used as it is:`,
        "Fix the lines.",
      );
      const sources = await collectLoose(repository.root, path, found);
      found.done();
      const described = await describeLoose(sources, relativeInside(base, path)!);
      return await keep(repository, described, { origin: "local" });
    });
  }
  return { types, reports, failures };
}

async function keep(
  repository: Repository,
  described: BundledExtension,
  about: Omit<
    ModuleRecord,
    "permissions" | "found" | "bundle" | "bundleDigest" | "chunks" | "folder"
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
