import type { TokenAudit } from "../outputs/token_audit.ts";

/** What asking the platform gives of an audit. */
export type Finding = Pick<
  TokenAudit,
  | "valid"
  | "reason"
  | "clientId"
  | "app"
  | "identity"
  | "scopes"
  | "expiresAt"
  | "sso"
  | "installation"
  | "rateLimit"
  | "enterpriseVersion"
>;

/** Nothing found out yet. */
export const NOTHING: Finding = {
  valid: null,
  reason: null,
  clientId: null,
  app: null,
  identity: null,
  scopes: null,
  expiresAt: null,
  sso: null,
  installation: null,
  rateLimit: null,
  enterpriseVersion: null,
};
