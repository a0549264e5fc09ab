import { BEARER_OR_SESSION } from "./credentials.ts";
import { rowsWith, type WrittenRow } from "./row.ts";

const applications = rowsWith({
  tag: "oauth",
  credentials: BEARER_OR_SESSION,
  scope: "oauth:manage",
  role: "none",
});

/** OAuth applications and the consents given to them (spec §5.4 `oauth:manage`). */
export const OAUTH_POLICY = {
  "oauth.applications": applications(
    "GET /api/v1/oauth/applications",
    "List the caller's OAuth applications",
  ),
  "oauth.delete-application": applications(
    "DELETE /api/v1/oauth/applications/{clientId}",
    "Delete an OAuth application and every token it was given",
  ),
  "oauth.consents": applications(
    "GET /api/v1/oauth/consents",
    "List consents: a person's own, or those given to the collective's applications",
  ),
  "oauth.delete-consent": applications(
    "DELETE /api/v1/oauth/consents/{consentId}",
    "Withdraw a consent and the tokens it gave",
  ),
} as const satisfies Record<string, WrittenRow>;
