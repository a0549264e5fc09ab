import { APIError, createAuthEndpoint } from "better-auth/api";
import { z } from "zod";
import { pendingUser } from "../../factor/mod.ts";
import {
  askPasskey,
  type PasskeyContext,
  SignedCredential,
  takeSigned,
} from "../../passkey/mod.ts";
import { libraryOrigin } from "../../../access/audit/address_header.ts";
import { openSession, signInAnswer } from "./open_session.ts";
import { refusing } from "./refusal.ts";

const BEGIN_BODY = z.object({ pending: z.string().max(64).optional() });
const BODY = z.object({
  challengeId: z.string().max(64),
  response: SignedCredential,
  rememberMe: z.boolean().optional(),
});

/**
 * Signing in with a passkey alone: its authenticator verifies who uses it. A sign-in whose password was
 * right already may name itself; then a passkey that no device lists is found, too.
 */
export function signInByPasskey(context: PasskeyContext) {
  const { db, now } = context;
  return {
    id: "svc-sign-in-by-passkey",
    endpoints: {
      passkeyOptions: createAuthEndpoint(
        "/passkey/sign-in-options",
        { method: "POST", body: BEGIN_BODY },
        (ctx) =>
          refusing(async () => {
            const { pending } = ctx.body;
            const userId = pending === undefined
              ? undefined
              : await pendingUser(db, pending, now());
            return ctx.json(await askPasskey(context, { purpose: "sign_in", userId }));
          }),
      ),
      signInPasskey: createAuthEndpoint(
        "/sign-in/passkey",
        { method: "POST", body: BODY },
        (ctx) =>
          refusing(async () => {
            const { rememberMe, ...given } = ctx.body;
            const right = await takeSigned(
              context,
              { purpose: "sign_in" },
              given,
              libraryOrigin(ctx),
            );
            const proven = { ...right, remember: rememberMe !== false };
            const opened = await openSession(ctx, context, proven, "passkey");
            if (!opened) {
              throw new APIError("UNAUTHORIZED", { code: "INVALID_USERNAME_OR_PASSWORD" });
            }
            return ctx.json(signInAnswer(opened));
          }),
      ),
    },
  };
}
