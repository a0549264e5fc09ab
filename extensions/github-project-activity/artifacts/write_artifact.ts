import { createHash } from "node:crypto";
import type { DataHandle } from "../../platform/context.ts";
import { fullName, type RepositoryName } from "../../platform/repository_name.ts";
import { storedDocument } from "../../platform/stored_text.ts";
import type { Subject } from "../../platform/subjects/subject.ts";
import type { LedgerContext } from "../context/context.ts";
import { documentName } from "../naming/names.ts";
import type { ArtifactIndex } from "../outputs/artifact_index.ts";
import type { Content } from "./content.ts";

/** What writing an artifact needs of a method's context. */
export type ArtifactWriting = Pick<
  LedgerContext,
  "createFileWriter" | "readResource" | "writeResources"
>;

/**
 * Writes an artifact: its content as a file, then its `artifactIndex`, so that an index never leads
 * to a file that is not there. An artifact of the same name gets a new version of both.
 *
 * @returns the handles of what was written
 */
export async function writeArtifact(
  context: ArtifactWriting,
  artifact: Artifact,
): Promise<DataHandle[]> {
  const index = indexOf(artifact);
  const overrides = { contentType: artifact.contentType };
  const file = await context.createFileWriter("artifact", index.file, overrides);
  const written = await file.writeAll(artifact.bytes);
  const name = documentName("artifactindex", artifact.repository, artifact.name);
  const handles = await context.writeResources([{ spec: "artifactIndex", name, data: index }]);
  return [written, ...handles];
}

/** As {@link writeArtifact}, but writes nothing where the index says the same already. */
export async function writeChangedArtifact(
  context: ArtifactWriting,
  artifact: Artifact,
): Promise<DataHandle[]> {
  const name = documentName("artifactindex", artifact.repository, artifact.name);
  const before = await context.readResource(name);
  const same = before !== null &&
    JSON.stringify(unread(before)) === JSON.stringify(unread(indexOf(artifact)));
  return same ? [] : await writeArtifact(context, artifact);
}

function indexOf({ repository, subject, bytes, ...artifact }: Artifact): ArtifactIndex {
  return storedDocument({
    repo: repository === null ? null : fullName(repository),
    name: artifact.name,
    file: documentName("artifact", repository, artifact.name),
    contentType: artifact.contentType,
    bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    subjectType: subject?.subjectType ?? null,
    number: subject?.number ?? null,
    description: artifact.description,
    fetchedAt: new Date().toISOString(),
  });
}

/** All but the time, which says nothing about the artifact. */
function unread(index: object): object {
  return { ...index, fetchedAt: "" };
}

/** A file to keep, and what it is about. */
export interface Artifact extends Content {
  /** The repository it is about; null when it is about none. */
  repository: RepositoryName | null;
  name: string;
  subject: Subject | null;
  description: string | null;
}
