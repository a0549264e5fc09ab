import { BEARER_OR_SESSION } from "./credentials.ts";
import type { WrittenRow } from "./row.ts";

const APPLICATIONS = {
  tag: "oauth",
  credentials: BEARER_OR_SESSION,
  scope: "oauth:manage",
  role: "none",
} as const;

/** OAuth applications and the consents given to them (spec §5.4 `oauth:manage`). */
export const OAUTH_POLICY = {
  "oauth.applications": {
    ...APPLICATIONS,
    request: "GET /api/v1/oauth/applications",
    summary: "List the caller's OAuth applications",
  },
  "oauth.delete-application": {
    ...APPLICATIONS,
    request: "DELETE /api/v1/oauth/applications/{clientId}",
    summary: "Delete an OAuth application and every token it was given",
  },
  "oauth.consents": {
    ...APPLICATIONS,
    request: "GET /api/v1/oauth/consents",
    summary: "List consents: a person's own, or those given to the collective's applications",
  },
  "oauth.delete-consent": {
    ...APPLICATIONS,
    request: "DELETE /api/v1/oauth/consents/{consentId}",
    summary: "Withdraw a consent and the tokens it gave",
  },
} as const satisfies Record<string, WrittenRow>;
