import { BEARER_OR_SESSION, NOBODY_ASKED, SESSION_ONLY } from "./credentials.ts";
import type { WrittenRow } from "./row.ts";

const CHANGE = {
  tag: "publishing",
  credentials: SESSION_ONLY,
  role: "admin",
  proof: "recent",
} as const;
const PUBLIC = { tag: "publishing", credentials: NOBODY_ASKED, role: "none" } as const;

/** Publishing from CI without a stored key: identity tokens, and whose are trusted (trust 2.5). */
export const PUBLISHING_POLICY = {
  "publishing.audience": {
    ...PUBLIC,
    request: "GET /api/v1/publishing/audience",
    summary: "Read the audience that identity tokens of CI jobs must have here",
  },
  "publishing.exchange": {
    ...PUBLIC,
    request: "POST /api/v1/publishing/exchange",
    summary: "Exchange the identity token of a CI job for a key that publishes for 15 minutes",
  },
  "publishing.revoke": {
    request: "DELETE /api/v1/publishing/token",
    tag: "publishing",
    credentials: ["publishToken"],
    role: "none",
    summary: "Revoke the key of a CI job",
  },
  "publishing.set": {
    ...CHANGE,
    request: "PUT /api/v1/collectives/{slug}/publishing",
    summary:
      "Set whether keys may publish in a collective or an extension, or trusted publishers only",
  },
  "publishers.list": {
    request: "GET /api/v1/collectives/{slug}/publishers",
    tag: "publishing",
    credentials: BEARER_OR_SESSION,
    scope: "collective:read",
    role: "member",
    summary: "List the trusted publishers of a collective",
  },
  "publishers.create": {
    ...CHANGE,
    request: "POST /api/v1/collectives/{slug}/publishers",
    summary: "Add a trusted publisher",
  },
  "publishers.confirm": {
    ...CHANGE,
    request: "POST /api/v1/collectives/{slug}/publishers/{publisherId}/confirm",
    summary: "Accept the new name of the place that a publisher trusts",
  },
  "publishers.delete": {
    ...CHANGE,
    request: "DELETE /api/v1/collectives/{slug}/publishers/{publisherId}",
    summary: "Remove a trusted publisher",
  },
} as const satisfies Record<string, WrittenRow>;
