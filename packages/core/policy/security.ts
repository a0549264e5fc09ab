import { SESSION_ONLY } from "./credentials.ts";
import type { PolicyRow } from "./row.ts";

/** Second factors of an account, and proofs that its person is there. */
export const SECURITY_POLICY = {
  "security.get": {
    method: "GET",
    path: "/api/v1/account/security",
    tag: "security",
    credentials: SESSION_ONLY,
    role: "none",
    summary: "Show the second factor of the account, and until when the session is proved",
  },
  "proofs.create": {
    method: "POST",
    path: "/api/v1/account/proofs",
    tag: "security",
    credentials: SESSION_ONLY,
    role: "none",
    summary: "Prove the session for ten minutes",
  },
  "totp.begin": {
    method: "POST",
    path: "/api/v1/account/totp",
    tag: "security",
    credentials: SESSION_ONLY,
    role: "none",
    proof: "recent",
    onHold: true,
    summary: "Create a secret for an authenticator app",
  },
  "totp.confirm": {
    method: "POST",
    path: "/api/v1/account/totp/confirm",
    tag: "security",
    credentials: SESSION_ONLY,
    role: "none",
    proof: "recent",
    onHold: true,
    summary: "Add an authenticator app, or replace it, with a code that it shows",
  },
  "totp.delete": {
    method: "DELETE",
    path: "/api/v1/account/totp",
    tag: "security",
    credentials: SESSION_ONLY,
    role: "none",
    proof: "recent",
    summary: "Remove the authenticator app and the recovery codes",
  },
  "hold.cancel": {
    method: "DELETE",
    path: "/api/v1/account/hold",
    tag: "security",
    credentials: SESSION_ONLY,
    role: "none",
    summary: "Undo the recovery that put the account on hold, and end all its sessions",
  },
  "recovery-codes.create": {
    method: "POST",
    path: "/api/v1/account/recovery-codes",
    tag: "security",
    credentials: SESSION_ONLY,
    role: "none",
    proof: "recent",
    summary: "Replace the recovery codes",
  },
} as const satisfies Record<string, PolicyRow>;
