import {
  askedPermissions,
  type Contents,
  type Descriptor,
  type SkillDescriptor,
} from "@svc/core/descriptor";
import { plainEntry } from "@svc/core/entry";
import type { Manifest } from "@svc/core/manifest";
import type { Permissions } from "@svc/core/permission";
import { type Place, type Reader, reader, Unreadable } from "../source_text/mod.ts";
import { graftText, modelText } from "./model.ts";
import { providerText, reportText } from "./provider.ts";
import { workflowText } from "./workflow.ts";
import { visibleText } from "@svc/core/text";
import { frontMatter } from "./front_matter.ts";

/** Folders and endings of what an agent runs rather than reads. */
const SCRIPT = /(?:^|\/)scripts\/|\.(?:sh|bash|zsh|fish|ps1|bat|cmd|py|rb|pl|js|mjs|cjs|ts|tsx)$/i;

/**
 * What a skill's `SKILL.md` says, and what is beside it.
 *
 * @param dirName its folder below `skills/`
 * @throws Unreadable without a `SKILL.md` that says its name
 */
function skillText(
  dirName: string,
  files: ReadonlyMap<string, { bytes: Uint8Array }>,
): SkillDescriptor {
  const folder = `skills/${dirName}/`;
  const paths = [...files.keys()].filter((path) => path.startsWith(folder));
  const file = files.get(`${folder}SKILL.md`);
  if (!file) throw new Unreadable("is missing");
  const fields = frontMatter(new TextDecoder().decode(file.bytes));
  if (typeof fields === "string" || typeof fields.name !== "string") {
    throw new Unreadable("does not begin with a name between '---' lines");
  }
  return {
    dirName,
    name: fields.name,
    description: typeof fields.description === "string" ? fields.description : "",
    hasScripts: paths.some((path) => SCRIPT.test(path.slice(folder.length))),
    fileCount: paths.length,
  };
}

/** The longest text that is kept, as in a description that comes with an archive. */
const LONGEST = 20_000;

/** A value read from a stranger's text, with every character that is not seen written out. */
function cleaned<Value>(value: Value): Value {
  if (typeof value === "string") return visibleText(value.slice(0, LONGEST)) as Value;
  if (Array.isArray(value)) return value.map(cleaned) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [visibleText(key.slice(0, LONGEST)), cleaned(one)]),
  ) as Value;
}

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
