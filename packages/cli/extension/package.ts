import { SvcError } from "@svc/core/error";
import { unknownKeys } from "@svc/core/manifest";
import type { Finding } from "@svc/core/wire";
import { type Archive, DESCRIPTOR_FILE, LOCK_FILE } from "@svc/scorecard/archive";
import { packArchive, readArchive } from "@svc/scorecard/archive";
import { checkSafety } from "@svc/scorecard/safety";
import { describeExtension } from "@svc/runtime/describe";
import { type CollectedSources, collectSources } from "@svc/runtime/sources";
import type { Context } from "../frame/command.ts";
import { type Located, maybeRepository } from "../frame/repository.ts";
import { type AuthorPaths, authorPaths } from "./author_paths.ts";
import { manifestFile } from "./manifest.ts";
import { type Undeclared, undeclaredUses } from "./undeclared.ts";

/** An extension as its author has it, before anything is made of it. */
export interface Sources extends CollectedSources {
  /** Where the author has what the archive will hold. */
  places: AuthorPaths;
  /** What breaks a safety rule. */
  unsafe: Finding[];
  /** What a reviewer should look at. */
  warnings: Finding[];
}

/** An extension ready to be scored or published. */
export interface Package {
  /** The packed bytes: the same sources give the same bytes. */
  bytes: Uint8Array<ArrayBuffer>;
  /** The archive as the registry will read it. */
  archive: Archive;
  /** What a reviewer should look at. */
  warnings: Finding[];
  /** What the code was seen to need beyond what the manifest declares. */
  undeclared: Undeclared[];
  /** Where the author has what the archive holds; warnings and needs are told that way already. */
  places: AuthorPaths;
}

/** What packing needs of a command's context. */
export type Packing = Located & Pick<Context, "progress">;

/**
 * Collects, checks, bundles, describes and packs the extension of a manifest, and reads the archive
 * back under the registry's own limits.
 *
 * @throws SvcError `manifest_invalid`, `source_refused`, `archive_unsafe` with each place,
 *   `bundle_failed`, `describe_failed`, `archive_too_large`.
 */
export async function packExtension(context: Packing, manifestPath: string): Promise<Package> {
  return await packSources(context, await readSources(context, manifestPath));
}

/**
 * Collects the sources of a manifest and looks at them as texts.
 *
 * @throws SvcError `manifest_invalid`, `source_refused` with each place.
 */
export async function readSources(context: Packing, manifestPath: string): Promise<Sources> {
  const { host, progress } = context;
  const path = await manifestFile(absolute(manifestPath, host.cwd));
  const repository = await repositoryOfManifest(context, path);
  const sources = await progress.phase(
    "Collecting sources",
    () => collectSources(path, { repository, env: host.env }),
  );
  const places = authorPaths(sources.files, host.cwd);
  const { errors, warnings } = checkSafety(sources.files, sources.manifest);
  const unknown = unknownKeys(await Deno.readTextFile(path));
  return {
    ...sources,
    places,
    unsafe: places.findings(errors),
    warnings: places.findings([
      ...unknown.map(({ path, message }) => ({ place: path, message })),
      ...warnings,
    ]),
  };
}

/** Bundles, describes and packs what {@linkcode readSources} gave; throws as `packExtension` does. */
export async function packSources({ progress }: Packing, sources: Sources): Promise<Package> {
  const { files, manifest, places, unsafe: errors } = sources;
  if (errors.length > 0) throw unsafe(manifest.name, errors);
  const { descriptor, lock, found, unscanned } = await progress.phase(
    "Bundling and describing",
    // A manifest that states its permissions states those of SDKs, too.
    () =>
      describeExtension(files, manifest, manifest.permissions === undefined ? {} : { sdks: [] }),
  ).catch((error) => {
    throw places.error(error);
  });
  const unread = unscanned.map(({ file, why }) => ({
    place: file,
    message: `its needs could not be looked for: ${why}`,
  }));
  return await progress.phase("Packing", async () => {
    const bytes = await packArchive([
      ...[...files].map(([path, { bytes, executable }]) => ({ path, bytes, executable })),
      { path: DESCRIPTOR_FILE, bytes: encode(JSON.stringify(descriptor) + "\n") },
      { path: LOCK_FILE, bytes: lock },
    ]);
    return {
      bytes,
      archive: await readArchive(bytes),
      warnings: [...sources.warnings, ...places.findings(unread)],
      undeclared: undeclaredUses(descriptor.permissions, found)
        .map((one) => ({ ...one, places: one.places.map(places.place) })),
      places,
    };
  });
}

/**
 * Root of the repository that the manifest stands in, wherever the command was called; the one of
 * the working folder when it stands in none.
 */
async function repositoryOfManifest(context: Packing, path: string): Promise<string | undefined> {
  const cwd = path.slice(0, path.lastIndexOf("/")) || "/";
  const own = await maybeRepository({ ...context, host: { ...context.host, cwd } });
  return (own ?? await maybeRepository(context))?.root;
}

/** The refusal of an extension that breaks safety rules, each place a line. */
export function unsafe(name: string, errors: readonly Finding[]): SvcError {
  return new SvcError("archive_unsafe", `${name} has safety errors`, {
    details: errors.map(({ place, message }) => ({ path: place, message })),
    hint: "Fix the places named above.",
  });
}

function absolute(path: string, cwd: string): string {
  return path.startsWith("/") ? path : `${cwd}/${path}`;
}

const encode = (text: string) => new TextEncoder().encode(text);
