import * as z from "npm:zod@4.6.7";
import { parseRepositoryName, type RepositoryName } from "../../platform/repository_name.ts";
import { terminalLine } from "../../platform/terminal.ts";
import type { LedgerContext } from "../context/context.ts";
import { givenSubject, ownRepository } from "../naming/names.ts";
import { readContent } from "./content.ts";
import { writeArtifact } from "./write_artifact.ts";
import { defineMethod } from "../../platform/method.ts";
import { SUBJECT_TYPES } from "../../platform/subjects/subject.ts";

/**
 * Keeps a file with what it is about. The same name is the same artifact, in a new version.
 *
 * @throws PlatformFailure `refused` for content that is not kept, a repository that is none, and half
 *   of a subject.
 */
export const recordArtifact = defineMethod({
  description: "Store a file as an artifact",
  kind: "create",
  arguments: z.object({
    name: z.string().min(1).max(255).describe("Name of the artifact"),
    contentType: z.string().min(1).max(255).describe(
      "For example text/markdown; the README lists the supported types",
    ),
    content: z.string().max(7_000_000).describe(
      "Content, up to 5 MB: text, or base64 for binary content",
    ),
    repo: z.string().min(1).max(140).optional().describe(
      "Repository as owner/name or a name (default: the behavior's repository)",
    ),
    subjectType: z.enum(SUBJECT_TYPES).optional().describe("pr or issue"),
    subjectNumber: z.number().int().positive().optional().describe("Its number"),
    description: z.string().max(1000).optional().describe("What it is"),
  }),
  async execute(args, context: LedgerContext) {
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
  },
});

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
