import { SESSION_ONLY } from "./credentials.ts";
import { rowsWith, type WrittenRow } from "./row.ts";

/** What concerns the account of the session. */
const ACCOUNT = { tag: "security", credentials: SESSION_ONLY, role: "none" } as const;
const account = rowsWith(ACCOUNT);
const proved = rowsWith({ ...ACCOUNT, proof: "recent" });

/** Second factors of an account, and proofs that its person is there. */
export const SECURITY_POLICY = {
  "security.get": account(
    "GET /api/v1/account/security",
    "Show the second factor of the account, and until when the session is proved",
  ),
  "proofs.create": account("POST /api/v1/account/proofs", "Prove the session for ten minutes"),
  "proofs.begin": account(
    "POST /api/v1/account/proofs/options",
    "Create a challenge to prove the session with a passkey",
  ),
  "passkeys.list": account("GET /api/v1/account/passkeys", "List the passkeys of the account"),
  "passkeys.begin": proved(
    "POST /api/v1/account/passkeys/options",
    "Create a challenge for a new passkey",
    { onHold: true },
  ),
  "passkeys.create": proved("POST /api/v1/account/passkeys", "Add a passkey", { onHold: true }),
  "passkeys.rename": account("PATCH /api/v1/account/passkeys/{passkeyId}", "Rename a passkey"),
  "passkeys.delete": proved("DELETE /api/v1/account/passkeys/{passkeyId}", "Remove a passkey"),
  "totp.begin": proved("POST /api/v1/account/totp", "Create a secret for an authenticator app", {
    onHold: true,
  }),
  "totp.confirm": proved(
    "POST /api/v1/account/totp/confirm",
    "Add an authenticator app, or replace it, with a code that it shows",
    { onHold: true },
  ),
  "totp.delete": proved("DELETE /api/v1/account/totp", "Remove the authenticator app"),
  "hold.cancel": account(
    "DELETE /api/v1/account/hold",
    "Undo the recovery that put the account on hold, and end all its sessions",
  ),
  "sessions.list": account("GET /api/v1/account/sessions", "List where the account is signed in"),
  "sessions.end": account(
    "DELETE /api/v1/account/sessions/{sessionId}",
    "End another session of the account",
  ),
  "sessions.end-others": account(
    "DELETE /api/v1/account/sessions",
    "End all other sessions of the account",
  ),
  "recovery-codes.create": proved(
    "POST /api/v1/account/recovery-codes",
    "Replace the recovery codes",
  ),
} as const satisfies Record<string, WrittenRow>;
