import * as z from "npm:zod@4.6.7";
import { markdownText } from "../../platform/markdown.ts";
import { reportArgument } from "../../platform/report/argument.ts";
import {
  fullName,
  ownerPattern,
  type RepositoryName,
  repositoryOrNamePattern,
} from "../../platform/repository_name.ts";
import { ownRepository } from "../naming/names.ts";

/** What the ledger's reports take from the behavior's global arguments. */
export interface Settings {
  /** Null when the behavior names none. */
  repository: RepositoryName | null;
  /** What the project is called. */
  project: string;
  includePrivate: boolean;
  /** Logins in lower case. */
  handles: string[];
  /** Arguments whose values a report cannot know. */
  unread: string[];
}

const text = z.string().min(1);

/** Reads them from what the behavior's file says. */
export function settingsOf(values: Readonly<Record<string, unknown>>): Settings {
  const unread: string[] = [];
  const read = <T>(name: string, schema: z.ZodType<T>, otherwise: T) =>
    reportArgument<T>(values, { name, schema, otherwise }, unread);
  const owner = read<string | null>("owner", text.regex(ownerPattern), null);
  const repo = read<string | null>("repo", text.regex(repositoryOrNamePattern), null);
  const repository = ownRepository({ owner: owner ?? undefined, repo: repo ?? undefined });
  const project = read<string | null>("projectName", text.max(200), null);
  const shown = read("includePrivateEvents", z.boolean(), true);
  const handles = read("personalGithubHandles", z.array(text), []);
  return {
    repository,
    project: project ?? (repository === null ? "this project" : fullName(repository)),
    // What cannot be known must not publish anything.
    includePrivate: shown && !unread.includes("includePrivateEvents"),
    handles: handles.map((handle) => handle.replace(/^@/, "").toLowerCase())
      .filter((handle) => handle !== ""),
    unread,
  };
}

/** What a report says of arguments that it could not read; nothing when it could. */
export function unreadSection(unread: readonly string[]): string[] {
  if (unread.length === 0) return [];
  const names = unread.map(markdownText).join(", ");
  return [`A report cannot read expressions. Not known here: ${names}.`];
}
