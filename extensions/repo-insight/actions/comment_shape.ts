import type { AuthorType, Comment } from "../outputs/triage_issue.ts";
import { storedBody } from "../../platform/stored_text.ts";

/** The part of the API's account that is read here. */
export interface ApiAccount {
  login: string;
  type?: string;
}

/** The part of the API's comment that is read here. */
export interface ApiComment {
  id: number | bigint;
  user: ApiAccount | null;
  body?: string;
  html_url: string;
  created_at: string;
  updated_at: string;
}

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
export function authorType(account: ApiAccount | null | undefined): AuthorType {
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
