import { SvcError } from "@svc/core/error";
import type { Trx } from "../store/schema.ts";
import type { Principal } from "../credential/principal.ts";

/**
 * Asks inside a transaction whether the credential that the guard let in is still good: an analysis
 * takes seconds, in which a key may be deleted, a token revoked, a session ended by a new password.
 *
 * @throws SvcError `invalid_api_key`, `session_expired` (both 401)
 */
export async function holdCredential(trx: Trx, principal: Principal): Promise<void> {
  switch (principal.kind) {
    case "anonymous":
      return;
    case "collectiveToken": {
      const token = await trx.selectFrom("collective_token").select("id")
        .where("id", "=", principal.tokenId).where("enabled", "=", 1).executeTakeFirst();
      if (token === undefined) throw new SvcError("invalid_api_key", "This token has been revoked");
      return;
    }
    case "publishToken": {
      // Writing the row is the lock on every database.
      const token = await trx.updateTable("publish_token")
        .set((column) => ({ revoked_at: column.ref("revoked_at") }))
        .where("id", "=", principal.tokenId).where("revoked_at", "is", null)
        .returning("id").executeTakeFirst();
      if (token === undefined) throw new SvcError("invalid_api_key", "This token has been revoked");
      return;
    }
    case "personalKey":
    case "exchange": {
      // Writing the row is the lock on every database: who deletes the key at the same time finds
      // the tokens it created, or keeps them from being created.
      const key = await trx.updateTable("apikey")
        .set((column) => ({ updatedAt: column.ref("updatedAt") }))
        .where("id", "=", principal.keyId)
        // A disabled account's keys stay in the store: they are good again once it is enabled.
        .where("referenceId", "not in", trx.selectFrom("disabled_user").select("user_id"))
        .returning("enabled").executeTakeFirst();
      if (!key?.enabled) {
        throw new SvcError("invalid_api_key", "The personal key has been deleted or disabled", {
          hint: "Run 'svc auth login', or create a new key.",
        });
      }
      return;
    }
    case "session":
    case "sessionToken": {
      const session = await trx.selectFrom("session").select("id")
        .where("id", "=", principal.sessionId).executeTakeFirst();
      if (session === undefined) {
        throw new SvcError("session_expired", "This session has ended", { hint: "Sign in again." });
      }
      return;
    }
  }
}
