/**
 * The identity library's own tables, in its own column names, and the exchanged sessions.
 * Instants are ISO 8601 text on SQLite and arrive as `Date` from Postgres; booleans are 0/1 or native.
 */
declare module "../../platform/store/schema.ts" {
  interface Schema {
    user: UserTable;
    session: SessionTable;
    account: AccountTable;
    verification: VerificationTable;
    apikey: ApiKeyTable;
    deviceCode: DeviceCodeTable;
    exchange_session: ExchangeSessionTable;
  }
}

/** A stored instant: text on SQLite, `Date` from Postgres. */
export type StoredInstant = string | Date;

/** A stored truth value: 0/1 on SQLite, native on Postgres. */
export type StoredBoolean = number | boolean;

export interface UserTable {
  id: string;
  name: string;
  email: string;
  emailVerified: StoredBoolean;
  image: string | null;
  createdAt: StoredInstant;
  updatedAt: StoredInstant;
  username: string | null;
  displayUsername: string | null;
}

export interface SessionTable {
  id: string;
  expiresAt: StoredInstant;
  token: string;
  createdAt: StoredInstant;
  updatedAt: StoredInstant;
  ipAddress: string | null;
  userAgent: string | null;
  userId: string;
}

export interface AccountTable {
  id: string;
  accountId: string;
  providerId: string;
  userId: string;
  accessToken: string | null;
  refreshToken: string | null;
  idToken: string | null;
  accessTokenExpiresAt: StoredInstant | null;
  refreshTokenExpiresAt: StoredInstant | null;
  scope: string | null;
  password: string | null;
  createdAt: StoredInstant;
  updatedAt: StoredInstant;
}

export interface VerificationTable {
  id: string;
  identifier: string;
  value: string;
  expiresAt: StoredInstant;
  createdAt: StoredInstant;
  updatedAt: StoredInstant;
}

/** A personal key (spec §2.3): `key` holds its hash, `referenceId` its owner. */
export interface ApiKeyTable {
  id: string;
  configId: string;
  name: string | null;
  start: string | null;
  referenceId: string;
  prefix: string | null;
  key: string;
  refillInterval: number | null;
  refillAmount: number | null;
  lastRefillAt: StoredInstant | null;
  enabled: StoredBoolean | null;
  rateLimitEnabled: StoredBoolean | null;
  rateLimitTimeWindow: number | null;
  rateLimitMax: number | null;
  requestCount: number | null;
  remaining: number | null;
  lastRequest: StoredInstant | null;
  expiresAt: StoredInstant | null;
  createdAt: StoredInstant;
  updatedAt: StoredInstant;
  permissions: string | null;
  metadata: string | null;
}

export interface DeviceCodeTable {
  id: string;
  deviceCode: string;
  userCode: string;
  userId: string | null;
  expiresAt: StoredInstant;
  status: string;
  lastPolledAt: StoredInstant | null;
  pollingInterval: number | null;
  clientId: string | null;
  scope: string | null;
}

/** The short session a personal key was exchanged for; it dies with the key. */
export interface ExchangeSessionTable {
  token_hash: string;
  key_id: string;
  created_at: string;
  expires_at: string;
}
