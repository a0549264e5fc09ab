import type { Manifest } from "@svc/core/manifest";
import { siblingPath } from "@svc/core/module";
import { shellWord } from "@svc/core/text";
import { filled } from "./files.ts";

/** A provider that svc writes the file of a publishing job for. */
interface CiFile {
  title: string;
  /** The path of the file in a repository with one extension, or with several. */
  path(slug: string | undefined): string;
  /** The option of 'svc publisher add' that names the repository, and what to put where it is not known. */
  option: { name: string; unknown: string };
  /** A repository's address at the provider, as the option takes it. */
  place: RegExp;
  /** What 'svc publisher add' calls the file. */
  workflow(path: string): string;
}

/** The providers by what they are called on the command line. */
export const CI_FILES = {
  github: {
    title: "GitHub Actions",
    path: (slug) => `.github/workflows/${slug === undefined ? "release" : `release-${slug}`}.yml`,
    option: { name: "github", unknown: "<owner/repository>" },
    place: /^https:\/\/github\.com\/([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/,
    workflow: (path) => path.replace(/^\.github\/workflows\//, ""),
  },
  gitlab: {
    title: "GitLab CI",
    path: () => ".gitlab-ci.yml",
    option: { name: "gitlab", unknown: "<group/project>" },
    place: /^https:\/\/gitlab\.com\/((?:[\w.-]+\/)+[\w.-]+?)(?:\.git)?\/?$/,
    // Its tokens name the file that a pipeline begins with, whatever that includes.
    workflow: () => ".gitlab-ci.yml",
  },
} as const satisfies Readonly<Record<string, CiFile>>;

/** The name of such a provider. */
export type CiName = keyof typeof CI_FILES;

/** The names, for an option. */
export const CI_NAMES = Object.keys(CI_FILES) as CiName[];

/** The publishing job that is written. */
export interface CiJobFile {
  manifest: Pick<Manifest, "name" | "version" | "repository">;
  /** The folder of the extension, relative to the repository; empty for the repository itself. */
  folder: string;
  /** The file, relative to the repository. */
  path: string;
  /** The registry's address. */
  registry: string;
  /** The release of svc that it hands out, and the SHA-256 of its script that installs it. */
  client: { version: string; sum: string };
}

/**
 * The file of a publishing job for an extension, the tag that publishes the version which the manifest
 * has now, and the command that makes the registry trust the job.
 */
export async function ciFile(ci: CiName, job: CiJobFile) {
  const { manifest: { name, version, repository }, folder, path, registry, client } = job;
  const { option, place, workflow }: CiFile = CI_FILES[ci];
  const tags = folder === "" ? "v" : `${slugOf(name)}-v`;
  const add = [
    `svc publisher add ${name}`,
    `--${option.name} ${place.exec(repository ?? "")?.[1] ?? option.unknown}`,
    `--workflow ${shellWord(workflow(path))} --environment publish --ref 'tag:${tags}{version}'`,
  ].join(" ");
  const template = await Deno.readTextFile(
    siblingPath(import.meta, `templates/ci/${ci}.yml.txt`),
  );
  const text = filled(template, {
    name,
    registry,
    add,
    tags,
    tag: tags + version,
    tagsPattern: tags.replaceAll(".", "\\."),
    version: client.version,
    sum: client.sum,
    // JSON is YAML, whatever stands in the text.
    registryText: JSON.stringify(registry),
    audienceText: JSON.stringify(new URL(registry).origin),
    folderText: JSON.stringify(folder || "."),
    enterText: JSON.stringify(`cd ${shellWord(`./${folder}`)}`),
  });
  return { text, tag: tags + version, add };
}

/** The last part of an extension's name, which tells its file and tags from those of others. */
export function slugOf(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}
