import { SESSION_ONLY } from "./credentials.ts";
import type { WrittenRow } from "./row.ts";

/** What concerns the account of the session. */
const ACCOUNT = { tag: "security", credentials: SESSION_ONLY, role: "none" } as const;
const PROVED = { ...ACCOUNT, proof: "recent" } as const;

/** Second factors of an account, and proofs that its person is there. */
export const SECURITY_POLICY = {
  "security.get": {
    ...ACCOUNT,
    request: "GET /api/v1/account/security",
    summary: "Show the second factor of the account, and until when the session is proved",
  },
  "proofs.create": {
    ...ACCOUNT,
    request: "POST /api/v1/account/proofs",
    summary: "Prove the session for ten minutes",
  },
  "proofs.begin": {
    ...ACCOUNT,
    request: "POST /api/v1/account/proofs/options",
    summary: "Create a challenge to prove the session with a passkey",
  },
  "passkeys.list": {
    ...ACCOUNT,
    request: "GET /api/v1/account/passkeys",
    summary: "List the passkeys of the account",
  },
  "passkeys.begin": {
    ...PROVED,
    request: "POST /api/v1/account/passkeys/options",
    onHold: true,
    summary: "Create a challenge for a new passkey",
  },
  "passkeys.create": {
    ...PROVED,
    request: "POST /api/v1/account/passkeys",
    onHold: true,
    summary: "Add a passkey",
  },
  "passkeys.rename": {
    ...ACCOUNT,
    request: "PATCH /api/v1/account/passkeys/{passkeyId}",
    summary: "Rename a passkey",
  },
  "passkeys.delete": {
    ...PROVED,
    request: "DELETE /api/v1/account/passkeys/{passkeyId}",
    summary: "Remove a passkey",
  },
  "totp.begin": {
    ...PROVED,
    request: "POST /api/v1/account/totp",
    onHold: true,
    summary: "Create a secret for an authenticator app",
  },
  "totp.confirm": {
    ...PROVED,
    request: "POST /api/v1/account/totp/confirm",
    onHold: true,
    summary: "Add an authenticator app, or replace it, with a code that it shows",
  },
  "totp.delete": {
    ...PROVED,
    request: "DELETE /api/v1/account/totp",
    summary: "Remove the authenticator app",
  },
  "hold.cancel": {
    ...ACCOUNT,
    request: "DELETE /api/v1/account/hold",
    summary: "Undo the recovery that put the account on hold, and end all its sessions",
  },
  "sessions.list": {
    ...ACCOUNT,
    request: "GET /api/v1/account/sessions",
    summary: "List where the account is signed in",
  },
  "sessions.end": {
    ...ACCOUNT,
    request: "DELETE /api/v1/account/sessions/{sessionId}",
    summary: "End another session of the account",
  },
  "sessions.end-others": {
    ...ACCOUNT,
    request: "DELETE /api/v1/account/sessions",
    summary: "End all other sessions of the account",
  },
  "recovery-codes.create": {
    ...PROVED,
    request: "POST /api/v1/account/recovery-codes",
    summary: "Replace the recovery codes",
  },
} as const satisfies Record<string, WrittenRow>;
