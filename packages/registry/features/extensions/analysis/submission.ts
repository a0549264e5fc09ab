import type { Contents } from "@svc/core/descriptor";
import type { Manifest } from "@svc/core/manifest";
import { type Archive, readArchive } from "@svc/scorecard/archive";
import { dependenciesOf, type Dependency } from "@svc/scorecard/audit";
import { contentsOf } from "@svc/scorecard/contents";
import { readmeText } from "@svc/scorecard/facts";
import { type Announced, examine } from "./examine.ts";

/** What a publication needs of an archive: all of it but the files. */
export interface Submission {
  manifest: Manifest;
  contents: Contents;
  /** SHA-256 of the packed bytes, lower-case hex. */
  checksum: string;
  packedBytes: number;
  unpackedBytes: number;
  fileCount: number;
  readme: string | null;
  /** What the sources import from registries. */
  dependencies: Dependency[];
}

/** A submission and the archive it was read from. */
export interface OpenedArchive {
  submission: Submission;
  archive: Archive;
}

/**
 * Reads an archive and, when it was announced, checks that it may be published under that name.
 * Costs processor time in proportion to the archive.
 *
 * @throws SvcError as `readArchive` and `examine`
 */
export async function openArchive(
  bytes: Uint8Array,
  announced: Announced | undefined,
): Promise<OpenedArchive> {
  const archive = await readArchive(bytes);
  const contents = contentsOf(archive);
  if (announced) examine(archive, contents, announced);
  return {
    archive,
    submission: {
      manifest: archive.manifest,
      contents,
      checksum: archive.checksum,
      packedBytes: archive.packedBytes,
      unpackedBytes: archive.unpackedBytes,
      fileCount: archive.files.size,
      readme: readmeText(archive.files),
      dependencies: dependenciesOf(archive.files),
    },
  };
}
