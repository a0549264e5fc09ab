import { SvcError } from "@svc/core/error";
import { unknownKeys } from "@svc/core/manifest";
import type { Finding } from "@svc/core/wire";
import { type Archive, DESCRIPTOR_FILE, LOCK_FILE } from "@svc/scorecard/archive";
import { packArchive, readArchive } from "@svc/scorecard/archive";
import { checkSafety } from "@svc/scorecard/safety";
import { describeExtension } from "@svc/runtime/describe";
import { collectSources } from "@svc/runtime/sources";
import type { Context } from "../frame/command.ts";
import { type Located, maybeRepository } from "../frame/repository.ts";
import { manifestFile } from "./manifest.ts";
import { type Undeclared, undeclaredUses } from "./undeclared.ts";

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
export async function packExtension(
  context: Packing,
  manifestPath: string,
): Promise<Package> {
  const { host, progress } = context;
  const path = await manifestFile(absolute(manifestPath, host.cwd));
  const repository = await repositoryOfManifest(context, path);
  const { manifest, files } = await progress.phase(
    "Collecting sources",
    () => collectSources(path, { repository, env: host.env }),
  );
  const { errors, warnings } = checkSafety(files, manifest);
  if (errors.length > 0) throw unsafe(manifest.name, errors);
  warnings.unshift(
    ...unknownKeys(await Deno.readTextFile(path))
      .map(({ path, message }) => ({ place: path, message })),
  );
  const { descriptor, lock, found, unscanned } = await progress.phase(
    "Bundling and describing",
    () => describeExtension(files, manifest),
  );
  for (const { file, why } of unscanned) {
    warnings.push({ place: file, message: `its needs could not be looked for: ${why}` });
  }
  const undeclared = undeclaredUses(descriptor.permissions, found);
  return await progress.phase("Packing", async () => {
    const bytes = await packArchive([
      ...[...files].map(([path, { bytes, executable }]) => ({ path, bytes, executable })),
      { path: DESCRIPTOR_FILE, bytes: encode(JSON.stringify(descriptor) + "\n") },
      { path: LOCK_FILE, bytes: lock },
    ]);
    return { bytes, archive: await readArchive(bytes), warnings, undeclared };
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
  return new SvcError("archive_unsafe", `${name} breaks the safety rules`, {
    details: errors.map(({ place, message }) => ({ path: place, message })),
    hint: "Fix the places named above.",
  });
}

function absolute(path: string, cwd: string): string {
  return path.startsWith("/") ? path : `${cwd}/${path}`;
}

const encode = (text: string) => new TextEncoder().encode(text);
