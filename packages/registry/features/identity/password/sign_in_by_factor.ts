import { APIError, createAuthEndpoint } from "better-auth/api";
import { z } from "zod";
import { personActor } from "../../../access/audit/account.ts";
import { libraryOrigin } from "../../../access/audit/address_header.ts";
import { endPending, type FactorContext, takeCode, tryPending } from "../../factor/mod.ts";
import { openSession, signInAnswer } from "./open_session.ts";
import { refusing } from "./refusal.ts";

const BODY = z.object({ pending: z.string().max(64), code: z.string().max(64) });

/** The second step of a sign-in: a code for the sign-in whose password was right. */
export function signInByFactor(context: FactorContext) {
  const { db, now } = context;
  return {
    id: "svc-sign-in-by-factor",
    endpoints: {
      signInSecondFactor: createAuthEndpoint(
        "/sign-in/second-factor",
        { method: "POST", body: BODY },
        (ctx) =>
          refusing(async () => {
            const { pending, code } = ctx.body;
            const proven = await tryPending(db, pending, now());
            const by = await takeCode(
              context,
              personActor(proven.userId, libraryOrigin(ctx)),
              code,
            );
            await endPending(db, pending);
            const opened = await openSession(ctx, context, proven, by);
            if (!opened) {
              throw new APIError("UNAUTHORIZED", { code: "INVALID_USERNAME_OR_PASSWORD" });
            }
            return ctx.json(signInAnswer(opened));
          }),
      ),
    },
  };
}
