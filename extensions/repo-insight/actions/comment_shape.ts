import type { AuthorType, Comment } from "../outputs/triage_issue.ts";
import type { Listed } from "../../platform/pages.ts";
import { storedBody } from "../../platform/stored_text.ts";

/** A comment of the API. */
export type ApiComment = Listed<"GET /repos/{owner}/{repo}/issues/{issue_number}/comments">;

/** Turns the API's comment into ours. */
export function toComment(api: ApiComment): Comment {
  const { body, bodyTruncated } = storedBody(api.body);
  return {
    id: Number(api.id),
    author: api.user?.login ?? null,
    authorType: authorType(api.user),
    body,
    bodyTruncated,
    url: api.html_url,
    createdAt: api.created_at,
    updatedAt: api.updated_at,
  };
}

/** What kind of account it is. */
export function authorType(
  account: { login: string; type?: string } | null | undefined,
): AuthorType {
  if (account?.login.endsWith("[bot]")) return "bot";
  switch (account?.type?.toLowerCase()) {
    case "bot":
      return "bot";
    case "organization":
      return "organization";
    case "mannequin":
      return "mannequin";
    default:
      return "user";
  }
}
