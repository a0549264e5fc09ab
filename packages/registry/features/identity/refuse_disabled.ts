import type { BetterAuthPlugin } from "better-auth";
import { APIError } from "better-auth/api";
import type { Kysely } from "kysely";
import type { Schema } from "../../access/store/schema.ts";

/** Makes no session for an account that the operator disabled, however the sign-in came about. */
export function refuseDisabled(db: Kysely<Schema>) {
  return {
    id: "svc-disabled",
    init: () => ({
      options: {
        databaseHooks: {
          session: {
            create: {
              async before({ userId }) {
                const row = await db.selectFrom("disabled_user").select("user_id")
                  .where("user_id", "=", userId).executeTakeFirst();
                if (row === undefined) return;
                throw new APIError("FORBIDDEN", {
                  code: "forbidden",
                  message: "This account is disabled",
                  hint: "Ask the operator of this registry.",
                });
              },
            },
          },
        },
      },
    }),
  } satisfies BetterAuthPlugin;
}
