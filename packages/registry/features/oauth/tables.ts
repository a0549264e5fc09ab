import type { StoredBoolean, StoredInstant } from "../../access/store/credential_tables.ts";
import { storedList } from "../../platform/store/list.ts";

/** What we read of the identity library's OAuth tables, in its own column names. Lists are JSON. */
declare module "../../platform/store/schema.ts" {
  interface Schema {
    oauthClient: OAuthClientTable;
    oauthConsent: OAuthConsentTable;
    oauthAccessToken: OAuthTokenTable;
    oauthRefreshToken: OAuthTokenTable;
    oauthResource: OAuthResourceTable;
    oauthClientResource: OAuthClientResourceTable;
  }
}

declare module "../../access/store/credential_tables.ts" {
  interface DeviceCodeTable {
    /** The servers that an application asks to use. */
    resources: StoredList | null;
    /** What it is bound to, as `bindingOf` tells. */
    referenceId: string | null;
  }
}

/** An OAuth application. It belongs to a user, or to the collective that `referenceId` names. */
export interface OAuthClientTable {
  id: string;
  clientId: string;
  clientSecret: string | null;
  name: string | null;
  userId: string | null;
  referenceId: string | null;
  disabled: StoredBoolean | null;
  skipConsent: StoredBoolean | null;
  redirectUris: StoredList;
  grantTypes: StoredList | null;
  responseTypes: StoredList | null;
  scopes: StoredList | null;
  tokenEndpointAuthMethod: string | null;
  applicationType: string | null;
  requirePKCE: StoredBoolean | null;
  createdAt: StoredInstant | null;
  updatedAt: StoredInstant | null;
}

export interface OAuthConsentTable {
  id: string;
  clientId: string;
  userId: string | null;
  /** The servers it is for. */
  resources: StoredList | null;
  /** What it is bound to, as `bindingOf` tells; null when it is older than that. */
  referenceId: string | null;
  scopes: StoredList;
  createdAt: StoredInstant;
  updatedAt: StoredInstant;
}

/** A server that access tokens can be for; `identifier` is its address. */
export interface OAuthResourceTable {
  id: string;
  identifier: string;
  name: string;
  dpopBoundAccessTokensRequired: StoredBoolean;
  disabled: StoredBoolean;
  policyVersion: number;
  createdAt: StoredInstant;
  updatedAt: StoredInstant;
}

/** Which application a server registered itself as. */
export interface OAuthClientResourceTable {
  id: string;
  clientId: string;
  resourceId: string;
  createdAt: StoredInstant;
  /** The same as `resourceId` where only one application may be that server, else null. */
  soleAddress: string | null;
}

export interface OAuthTokenTable {
  id: string;
  token: string;
  clientId: string;
  userId: string | null;
  /** The servers it is for. */
  resources: StoredList | null;
  /** What it is bound to, as `bindingOf` tells; null when it is older than that. */
  referenceId: string | null;
  scopes: StoredList;
  expiresAt: StoredInstant;
  revoked: StoredInstant | null;
}

/** A list as JSON text on SQLite, already read by Postgres. */
export type StoredList = string | string[];

/** The list a column holds. */
export function readList(stored: StoredList | null): string[] {
  if (stored === null) return [];
  return typeof stored === "string" ? storedList(stored) : stored;
}
