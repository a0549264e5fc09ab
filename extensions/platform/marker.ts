import { createHash } from "node:crypto";
import type { RepositoryName } from "./repository_name.ts";

/** Characters that a marker adds to a body. */
export const MARKER_LENGTH = "\n\n<!-- svc:key: -->".length + 32;

/**
 * What a repeatable write leaves at the end of the body it writes, invisible to readers: it tells a
 * later run with the same key that this was done (reference 7.3).
 *
 * @param method the method that writes, for example `create_issue`
 */
export function markerOf(method: string, repository: RepositoryName, key: string): string {
  return `<!-- svc:key:${keyHash(method, repository, key)} -->`;
}

/** 32 hex digits that stand for one key of one method in one repository. */
export function keyHash(method: string, { owner, repo }: RepositoryName, key: string): string {
  // None of the first two can hold a line end, so no two triples give the same text.
  const text = `${method}\n${owner}/${repo}`.toLowerCase() + `\n${key}`;
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** The body with the marker at its end. */
export function withMarker(body: string, marker: string): string {
  return `${body}\n\n${marker}`;
}

/** What can hold a marker: an issue or a comment, as the API gives it. */
export interface Marked {
  body?: string | null;
  user: { login: string } | null;
}

/**
 * The one that the acting account wrote with this marker at its end. A marker in anybody else's
 * text was planted, and one inside of a text is quoted: neither counts.
 *
 * @param login the acting account
 */
export function findMarked<Item extends Marked>(
  items: readonly Item[],
  marker: string,
  login: string,
): Item | undefined {
  return items.find(({ body, user }) =>
    user !== null && user.login.toLowerCase() === login.toLowerCase() &&
    (body ?? "").trimEnd().endsWith(marker)
  );
}
