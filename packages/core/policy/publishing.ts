import { BEARER_OR_SESSION, NOBODY_ASKED, SESSION_ONLY } from "./credentials.ts";
import type { PolicyRow } from "./row.ts";

/** Publishing from CI without a stored key: identity tokens, and whose are trusted (trust 2.5). */
export const PUBLISHING_POLICY = {
  "publishing.audience": {
    method: "GET",
    path: "/api/v1/publishing/audience",
    tag: "publishing",
    credentials: NOBODY_ASKED,
    role: "none",
    summary: "Read the audience that identity tokens of CI jobs must have here",
  },
  "publishing.exchange": {
    method: "POST",
    path: "/api/v1/publishing/exchange",
    tag: "publishing",
    credentials: NOBODY_ASKED,
    role: "none",
    summary: "Exchange the identity token of a CI job for a key that publishes for 15 minutes",
  },
  "publishing.revoke": {
    method: "DELETE",
    path: "/api/v1/publishing/token",
    tag: "publishing",
    credentials: ["publishToken"],
    role: "none",
    summary: "Revoke the key of a CI job",
  },
  "publishing.set": {
    method: "PUT",
    path: "/api/v1/collectives/{slug}/publishing",
    tag: "publishing",
    credentials: SESSION_ONLY,
    role: "admin",
    proof: "recent",
    summary:
      "Set whether keys may publish in a collective or an extension, or trusted publishers only",
  },
  "publishers.list": {
    method: "GET",
    path: "/api/v1/collectives/{slug}/publishers",
    tag: "publishing",
    credentials: BEARER_OR_SESSION,
    scope: "collective:read",
    role: "member",
    summary: "List the trusted publishers of a collective",
  },
  "publishers.create": {
    method: "POST",
    path: "/api/v1/collectives/{slug}/publishers",
    tag: "publishing",
    credentials: SESSION_ONLY,
    role: "admin",
    proof: "recent",
    summary: "Add a trusted publisher",
  },
  "publishers.confirm": {
    method: "POST",
    path: "/api/v1/collectives/{slug}/publishers/{publisherId}/confirm",
    tag: "publishing",
    credentials: SESSION_ONLY,
    role: "admin",
    proof: "recent",
    summary: "Accept the new name of the place that a publisher trusts",
  },
  "publishers.delete": {
    method: "DELETE",
    path: "/api/v1/collectives/{slug}/publishers/{publisherId}",
    tag: "publishing",
    credentials: SESSION_ONLY,
    role: "admin",
    proof: "recent",
    summary: "Remove a trusted publisher",
  },
} as const satisfies Record<string, PolicyRow>;
