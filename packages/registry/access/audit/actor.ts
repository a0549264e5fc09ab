import { SvcError } from "@svc/core/error";
import type { Principal } from "../credential/principal.ts";
import { type CallerOrigin, callerOrigin } from "./caller_origin.ts";

/** Whoever sent a request. */
export interface Caller {
  principal: Principal;
  request: Pick<Request, "headers">;
  /** The client's address, after trusted proxies. */
  address: string;
}

/** Who acts, with what and from where, as rows record it. */
export interface Actor extends CallerOrigin {
  /** `user:<id>`, `token:<id>` or `run:<id>`: the same for each request of one caller. */
  key: string;
  userId: string | null;
  tokenId: string | null;
  /** The personal key it was done with. */
  keyId: string | null;
  credential: Principal["kind"] | "link" | "operator" | "registry";
}

/** What is known of an actor of whom nothing is known. */
export const NOBODY = {
  userId: null,
  tokenId: null,
  keyId: null,
  network: null,
  client: null,
} as const;

/** Whoever runs the registry: owners read that it was the operator, and no name. */
export const OPERATOR: Actor = { ...NOBODY, key: "operator", credential: "operator" };

/** The registry, where it acts by its own rules. */
export const REGISTRY: Actor = { ...NOBODY, key: "registry", credential: "registry" };

/**
 * The actor behind a request.
 *
 * @throws SvcError `not_authenticated` for an anonymous one
 */
export function actorOf(caller: Caller): Actor {
  const { principal } = caller;
  const origin = callerOrigin(caller);
  switch (principal.kind) {
    case "anonymous":
      throw new SvcError("not_authenticated", "Authentication required");
    case "collectiveToken": {
      const { kind: credential, tokenId } = principal;
      return { ...NOBODY, ...origin, key: `token:${tokenId}`, tokenId, credential };
    }
    case "publishToken": {
      const { kind: credential, tokenId } = principal;
      return { ...NOBODY, ...origin, key: `run:${tokenId}`, credential };
    }
    case "session":
    case "sessionToken":
    case "personalKey":
    case "exchange": {
      const { kind: credential, user: { id: userId } } = principal;
      const keyId = "keyId" in principal ? principal.keyId : null;
      return { ...NOBODY, ...origin, key: `user:${userId}`, userId, keyId, credential };
    }
  }
}
