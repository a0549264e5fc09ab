import type { ColumnType } from "kysely";

/**
 * How somebody proved to be the person of a session; `approval`: a proved session let this one in, by
 * the device grant.
 */
export type ProofMethod = "password" | "totp" | "passkey" | "recovery_code" | "approval";

/** Second factors, and which sessions were proved when. Instants are ISO 8601 text. */
declare module "../../platform/store/schema.ts" {
  interface Schema {
    totp: TotpTable;
    passkey: PasskeyTable;
    passkey_account: PasskeyAccountTable;
    proof_challenge: ProofChallengeTable;
    recovery_code: RecoveryCodeTable;
    session_proof: SessionProofTable;
    pending_sign_in: PendingSignInTable;
    account_hold: AccountHoldTable;
    account_device: AccountDeviceTable;
  }
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

/** A key pair on a person's device or in their password manager (WebAuthn). */
export interface PasskeyTable {
  id: string;
  user_id: string;
  /** As the authenticator names it: base64url. */
  credential_id: string;
  /** COSE, in base64url. */
  public_key: string;
  /** How often it signed, as it says; 0 for those that do not count. */
  counter: number;
  /** How a browser reaches it, as it said: a list in JSON. */
  transports: string;
  /** 1 when it is copied to more devices. */
  synced: number;
  /** Which make of authenticator has it. */
  aaguid: string;
  /** The host it was created for: it works for no other. */
  rp_id: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

/** What authenticators know an account by: random, and the same for all its passkeys. */
export interface PasskeyAccountTable {
  user_id: string;
  /** 32 bytes in base64url. */
  handle: string;
}

/** What a passkey signs, once. */
export type ChallengePurpose = "create" | "prove" | "sign_in" | "decide";

/** A challenge that was given out and not answered yet. */
export interface ProofChallengeTable {
  id_hash: string;
  /** Null when a passkey is to say who signs in. */
  user_id: string | null;
  /** Null for a sign-in: it has no session yet. */
  session_id: string | null;
  purpose: ChallengePurpose;
  challenge: string;
  /** What it is the challenge for, as JSON, where it is for one action alone. */
  action: ColumnType<string | null, string | null | undefined, never>;
  expires_at: string;
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

/** What began a hold. */
export type HoldReason = "recovery_code" | "removed_by_operator";

/** An account in which nothing that needs a proof may be done for some days. */
export interface AccountHoldTable {
  user_id: string;
  reason: HoldReason;
  began_at: string;
  until: string;
  /** Factors that come back when the person cancels: JSON. */
  former: string;
}

/** A kind of client and a network that an account was signed in to with: no more of either is kept. */
export interface AccountDeviceTable {
  user_id: string;
  client: string;
  network: string;
  seen_at: string;
}
