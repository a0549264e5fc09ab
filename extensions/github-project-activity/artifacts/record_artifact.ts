import type { MethodResult } from "../../platform/context.ts";
import { parseRepositoryName, type RepositoryName } from "../../platform/repository_name.ts";
import { terminalLine } from "../../platform/terminal.ts";
import type { ArtifactArguments } from "../context/arguments.ts";
import type { LedgerContext } from "../context/context.ts";
import { givenSubject, ownRepository } from "../naming/names.ts";
import { readContent } from "./content.ts";
import { writeArtifact } from "./write_artifact.ts";

/**
 * Keeps a file with what it is about. The same name is the same artifact, in a new version.
 *
 * @throws PlatformFailure `refused` for content that is not kept, a repository that is none, and half
 *   of a subject.
 */
export async function recordArtifact(
  args: ArtifactArguments,
  context: LedgerContext,
): Promise<MethodResult> {
  const { name, description = null } = args;
  const what = `the artifact ${terminalLine(name)}`;
  const content = readContent(args.contentType, args.content);
  const subject = givenSubject(args, what);
  const repository = namedRepository(args.repo, context.globalArgs);
  const dataHandles = await writeArtifact(context, {
    repository,
    name,
    subject,
    description,
    ...content,
  });
  context.logger.info("Stored {what}: {bytes} bytes of {type}", {
    what,
    bytes: content.bytes.length,
    type: content.contentType,
  });
  return { dataHandles };
}

/**
 * The repository that an artifact is about. svc gives a method the behavior's `repo` as its argument of
 * that name, which is then a name without an owner.
 */
function namedRepository(
  repo: string | undefined,
  globalArgs: LedgerContext["globalArgs"],
): RepositoryName | null {
  if (repo === undefined || repo === globalArgs.repo) return ownRepository(globalArgs);
  return parseRepositoryName(repo, globalArgs.owner);
}
