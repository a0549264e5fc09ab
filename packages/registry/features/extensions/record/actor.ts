import type { Principal } from "../../../access/credential/principal.ts";
import { SvcError } from "@svc/core/error";

/** Who acts and with what, as rows record it. */
export interface Actor {
  /** `user:<id>` or `token:<id>`: the same for each request of one caller. */
  key: string;
  userId: string | null;
  tokenId: string | null;
  credential: Principal["kind"];
}

/**
 * The actor behind a principal.
 *
 * @throws SvcError `not_authenticated` for an anonymous one
 */
export function actorOf(principal: Principal): Actor {
  switch (principal.kind) {
    case "anonymous":
      throw new SvcError("not_authenticated", "Authentication required");
    case "collectiveToken":
      return {
        key: `token:${principal.tokenId}`,
        userId: null,
        tokenId: principal.tokenId,
        credential: principal.kind,
      };
    default:
      return {
        key: `user:${principal.user.id}`,
        userId: principal.user.id,
        tokenId: null,
        credential: principal.kind,
      };
  }
}
