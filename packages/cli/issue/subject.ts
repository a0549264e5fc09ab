import { EXTENSION_NAME } from "@svc/core/name";
import { parseSlug } from "../collective/path.ts";
import { type OptionSpec, text } from "../frame/command.ts";
import { usage } from "../frame/parse.ts";

/** What an issue is about; neither for the registry itself. */
export interface IssueSubject {
  extension?: string;
  collective?: string;
}

/** The options that name it. */
export const SUBJECT_OPTIONS = {
  extension: text("<name>", "The extension it is about"),
  collective: text("<slug>", "The collective it is about"),
} as const satisfies Record<string, OptionSpec>;

/** @throws SvcError `usage` when both are given or a name cannot be one. */
export function subjectOf(
  { extension, collective }: { extension: string | undefined; collective: string | undefined },
): IssueSubject {
  if (extension !== undefined && collective !== undefined) {
    throw usage("--extension and --collective cannot be used together", [
      "An issue about an extension reaches its collective.",
    ]);
  }
  if (collective !== undefined) return { collective: parseSlug(collective) };
  if (extension === undefined) return {};
  const name = extension.startsWith("@") ? extension : `@${extension}`;
  if (EXTENSION_NAME.test(name)) return { extension: name };
  throw usage(`'${extension}' is not the name of an extension`, ["Give it as @collective/name."]);
}
