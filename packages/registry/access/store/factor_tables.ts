/**
 * How somebody proved to be the person of a session; `approval`: a proved session let this one in, by
 * the device grant.
 */
export type ProofMethod = "password" | "totp" | "recovery_code" | "approval";

/** Second factors, and which sessions were proved when. Instants are ISO 8601 text. */
export interface FactorTables {
  totp: TotpTable;
  recovery_code: RecoveryCodeTable;
  session_proof: SessionProofTable;
  pending_sign_in: PendingSignInTable;
}

declare module "../../platform/store/schema.ts" {
  interface Schema extends FactorTables {}
}

/** A person's authenticator app. */
export interface TotpTable {
  user_id: string;
  /** Sealed under the server's secret. */
  secret: string;
  added_at: string;
  /** The time step of the last code that was taken: none counts twice. */
  last_step: number;
  failures: number;
  locked_until: string | null;
}

/** A code for whoever lost the authenticator app, by its hash; gone when it was used. */
export interface RecoveryCodeTable {
  code_hash: string;
  user_id: string;
  created_at: string;
}

/** When and how the person of a session proved to be there; it goes with the session. */
export interface SessionProofTable {
  session_id: string;
  method: ProofMethod;
  proved_at: string;
}

/** A sign-in whose password was right and whose second factor is still to come. */
export interface PendingSignInTable {
  token_hash: string;
  user_id: string;
  /** Digest of the stored password that was right: another one by now ends the sign-in. */
  password_digest: string;
  remember: number;
  tries: number;
  expires_at: string;
}
