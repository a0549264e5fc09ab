import { BEARER_OR_SESSION } from "./credentials.ts";
import type { PolicyRow } from "./row.ts";

/** OAuth applications and the consents given to them (spec §5.4 `oauth:manage`). */
export const OAUTH_POLICY = {
  "oauth.applications": {
    method: "GET",
    path: "/api/v1/oauth/applications",
    tag: "oauth",
    credentials: BEARER_OR_SESSION,
    scope: "oauth:manage",
    role: "none",
    summary: "List the caller's OAuth applications",
  },
  "oauth.delete-application": {
    method: "DELETE",
    path: "/api/v1/oauth/applications/{clientId}",
    tag: "oauth",
    credentials: BEARER_OR_SESSION,
    scope: "oauth:manage",
    role: "none",
    summary: "Delete an OAuth application and every token it was given",
  },
  "oauth.consents": {
    method: "GET",
    path: "/api/v1/oauth/consents",
    tag: "oauth",
    credentials: BEARER_OR_SESSION,
    scope: "oauth:manage",
    role: "none",
    summary: "List consents: a person's own, or those given to the collective's applications",
  },
  "oauth.delete-consent": {
    method: "DELETE",
    path: "/api/v1/oauth/consents/{consentId}",
    tag: "oauth",
    credentials: BEARER_OR_SESSION,
    scope: "oauth:manage",
    role: "none",
    summary: "Withdraw a consent and the tokens it gave",
  },
} as const satisfies Record<string, PolicyRow>;
