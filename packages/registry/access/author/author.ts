import { SvcError } from "@svc/core/error";
import type { Principal } from "../credential/principal.ts";

/** Who wrote something: a person, or a collective through its token. Both null once they are gone. */
export interface AuthorColumns {
  author_user_id: string | null;
  author_collective_id: string | null;
}

/**
 * The author a principal writes as: a token acts as its collective (spec §5.4).
 *
 * @throws SvcError `not_authenticated` for an anonymous caller.
 */
export function authorOf(principal: Principal): AuthorColumns {
  if (principal.kind === "collectiveToken") {
    return { author_user_id: null, author_collective_id: principal.collective.id };
  }
  if (principal.kind === "publishToken") throw new Error("a CI job writes as no author");
  if (principal.kind === "anonymous") {
    throw new SvcError("not_authenticated", "Authentication required", {
      hint: "Run 'svc auth login', or send a key in the Authorization header.",
    });
  }
  return { author_user_id: principal.user.id, author_collective_id: null };
}

/** As {@link authorOf}, of what belongs to a collective: a CI job writes for the one it publishes in. */
export function authorIn(principal: Principal, collectiveId: string): AuthorColumns {
  return principal.kind === "publishToken"
    ? { author_user_id: null, author_collective_id: collectiveId }
    : authorOf(principal);
}

/** True when `row` was written by `author`. */
export function wroteIt(author: AuthorColumns, row: AuthorColumns): boolean {
  return author.author_user_id !== null
    ? author.author_user_id === row.author_user_id
    : author.author_collective_id !== null &&
      author.author_collective_id === row.author_collective_id;
}
