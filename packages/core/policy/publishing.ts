import { BEARER_OR_SESSION, NOBODY_ASKED, SESSION_ONLY } from "./credentials.ts";
import { rowsWith, type WrittenRow } from "./row.ts";

const change = rowsWith({
  tag: "publishing",
  credentials: SESSION_ONLY,
  role: "admin",
  proof: "recent",
});
const open = rowsWith({ tag: "publishing", credentials: NOBODY_ASKED, role: "none" });

/** Publishing from CI without a stored key: identity tokens, and whose are trusted (trust 2.5). */
export const PUBLISHING_POLICY = {
  "publishing.audience": open(
    "GET /api/v1/publishing/audience",
    "Read the audience that identity tokens of CI jobs must have here",
  ),
  "publishing.exchange": open(
    "POST /api/v1/publishing/exchange",
    "Exchange the identity token of a CI job for a key that publishes for 15 minutes",
  ),
  "publishing.revoke": open("DELETE /api/v1/publishing/token", "Revoke the key of a CI job", {
    credentials: ["publishToken"],
  }),
  "publishing.set": change(
    "PUT /api/v1/collectives/{slug}/publishing",
    "Set whether keys may publish in a collective or an extension, or trusted publishers only",
  ),
  "publishers.list": {
    request: "GET /api/v1/collectives/{slug}/publishers",
    tag: "publishing",
    credentials: BEARER_OR_SESSION,
    scope: "collective:read",
    role: "member",
    summary: "List the trusted publishers of a collective",
  },
  "publishers.create": change(
    "POST /api/v1/collectives/{slug}/publishers",
    "Add a trusted publisher",
  ),
  "publishers.confirm": change(
    "POST /api/v1/collectives/{slug}/publishers/{publisherId}/confirm",
    "Accept the new name of the place that a publisher trusts",
  ),
  "publishers.delete": change(
    "DELETE /api/v1/collectives/{slug}/publishers/{publisherId}",
    "Remove a trusted publisher",
  ),
} as const satisfies Record<string, WrittenRow>;
