import { findMembership } from "../../../access/membership/authorize.ts";
import type { Visit } from "../../../access/page/visit.ts";

/** What an issue or a list of issues is about: an extension, a collective, or the registry itself. */
export interface IssueSubject {
  extension?: string;
  collective?: string;
}

const LONGEST = 200;

/** Reads `@collective/name` as an extension and `@collective` as a collective; nothing as neither. */
export function subjectOf(text: string): IssueSubject {
  const name = text.trim().slice(0, LONGEST);
  if (name === "") return {};
  if (name.includes("/")) return { extension: name.startsWith("@") ? name : `@${name}` };
  return { collective: name.replace(/^@/, "") };
}

/** The subject that an address names by `extension` or `collective`. */
export function subjectIn(query: URLSearchParams): IssueSubject {
  const extension = query.get("extension")?.trim().slice(0, LONGEST);
  if (extension) return { extension };
  const collective = query.get("collective")?.trim().replace(/^@/, "").slice(0, LONGEST);
  return collective ? { collective } : {};
}

/** A subject as people write it: `@collective/name`, `@collective`, or nothing. */
export function subjectText({ extension, collective }: IssueSubject): string {
  return extension ?? (collective === undefined ? "" : `@${collective}`);
}

/**
 * The page of what an issue is about; undefined for the registry itself, and for what the visitor finds
 * no page of: who administers the registry sees issues of private collectives, not these.
 */
export async function subjectPage(
  { services, principal }: Pick<Visit, "services" | "principal">,
  { extension, collective }: IssueSubject,
): Promise<string | undefined> {
  const slug = collective ?? extension?.replace(/^@|\/.*$/gs, "");
  if (slug === undefined || !await findMembership(services.db, principal, slug)) return undefined;
  if (extension !== undefined) return `/extensions/${encodeURIComponent(extension)}`;
  return collective === undefined ? undefined : `/collectives/${encodeURIComponent(collective)}`;
}

/** Where its issues are listed. */
export function issuesPath(subject: IssueSubject): string {
  const query = new URLSearchParams({ ...subject });
  return query.size === 0 ? "/lab" : `/lab?${query}`;
}
