import { askedPermissions, type Contents, type Descriptor } from "@svc/core/descriptor";
import { plainEntry } from "@svc/core/entry";
import type { Manifest } from "@svc/core/manifest";
import type { Permissions } from "@svc/core/permission";
import { type Place, type Reader, reader, Unreadable } from "../source_text/mod.ts";
import { cleaned } from "./clean.ts";
import { graftText, modelText } from "./model.ts";
import { providerText, reportText } from "./provider.ts";
import { skillText } from "./skill.ts";
import { workflowText } from "./workflow.ts";

type Files = ReadonlyMap<string, { bytes: Uint8Array }>;

/** An archive as far as its contents are concerned. */
export interface Read {
  files: Files;
  manifest: Manifest;
  descriptor: Descriptor | undefined;
}

/**
 * All that an archive holds. What its descriptor does not say is read from the text of its files, and
 * marked so: without a descriptor that is everything, else what is not run. Nothing is evaluated. A
 * file that cannot be read is listed with the reason; that is not an error. The time is bounded.
 */
export function contentsOf({ files, manifest, descriptor }: Read): Contents {
  const unread: Contents["unread"] = [];
  const collect = collector(files, unread);
  const read = reader(files);
  const of = <Described>(
    kind: "drivers" | "reports" | "vaults" | "datastores",
    key: string,
    describe: (read: Reader, file: string, place: Place) => Described,
  ): Described[] =>
    collect(
      manifest[kind].map((entry) => `${kind}/${plainEntry(entry)}`),
      (path) => describe(read, path.slice(kind.length + 1), exportOf(read, path, [key]).place),
    );
  const { grafts = [], ...evaluated } = descriptor ?? {};
  const described = descriptor
    ? {
      ...evaluated as Omit<Descriptor, "grafts">,
      described: "evaluated" as const,
      extensions: grafts,
    }
    : {
      descriptorVersion: 1 as const,
      described: "source-text" as const,
      ...modelsOf(read, manifest, collect),
      reports: of("reports", "report", reportText),
      vaults: of("vaults", "vault", providerText),
      datastores: of("datastores", "datastore", providerText),
      permissions: (manifest.permissions ?? {}) as Permissions,
    };
  const rest = {
    workflows: collect(
      [...files.keys()].filter((path) => /^workflows\/[^/]+\.ya?ml$/i.test(path)),
      (path) => workflowText(path.slice("workflows/".length), files.get(path)!.bytes),
    ),
    drivers: of("drivers", "driver", providerText),
    skills: collect(
      manifest.skills.map((entry) => `skills/${plainEntry(entry)}/SKILL.md`),
      (path) => skillText(path.slice("skills/".length, -"/SKILL.md".length), files),
    ),
  };
  const { permissions, ...all } = described;
  const shown = descriptor ? all : cleaned(all);
  return {
    ...shown,
    permissions: askedPermissions(manifest.name, permissions, shown.extensions),
    ...cleaned(rest),
    unread,
  };
}

/** Describes each of some files; those that cannot be read are noted with the reason. */
type Collect = <Described>(
  paths: readonly string[],
  describe: (path: string) => Described,
) => Described[];

function collector(files: Files, unread: Contents["unread"]): Collect {
  return (paths, describe) =>
    [...new Set(paths)].flatMap((path) => {
      try {
        return [describe(path)];
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        unread.push({ file: path, problem: files.has(path) ? error.message : "is missing" });
        return [];
      }
    });
}

/** Models, and what adds to the models of others: the same list of the manifest names both. */
function modelsOf(read: Reader, manifest: Manifest, collect: Collect) {
  const found = collect(manifest.models.map((entry) => `models/${plainEntry(entry)}`), (path) => {
    const file = path.slice("models/".length);
    const { key, place } = exportOf(read, path, ["model", "extension"]);
    return key === "model"
      ? { model: modelText(read, file, place) }
      : { graft: graftText(read, file, place) };
  });
  return {
    models: found.flatMap(({ model }) => model ?? []),
    extensions: found.flatMap(({ graft }) => graft ?? []),
  };
}

/** The first of some exports that a module has. */
function exportOf(read: Reader, path: string, keys: readonly string[]) {
  for (const key of keys) {
    const place = read.exported(path, key);
    if (place !== undefined) return { key, place };
  }
  throw new Unreadable(`does not write out an 'export const ${keys.join("' or '")}'`);
}
