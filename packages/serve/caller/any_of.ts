import { SvcError } from "@svc/core/error";
import type { CredentialKind, Credentials } from "./caller.ts";

/**
 * Credentials of several kinds. The first kind that recognises what a request carries decides; what it
 * refuses is refused, whatever else the request carries.
 *
 * @throws SvcError from `resolve` `not_authenticated` for a request that carries nothing
 */
export function anyOf(kinds: readonly CredentialKind[]): Credentials {
  return {
    async resolve(request, address) {
      const kind = kinds.find((one) => one.recognises(request));
      if (kind === undefined) throw noCredential();
      return await kind.resolve(request, address);
    },
    watch(caller, ended) {
      const kind = kinds.find((one) => caller.credentialId.startsWith(`${one.kind}:`));
      if (kind === undefined) throw new Error("nobody knows the credential of this caller");
      return kind.watch(caller, ended);
    },
  };
}

/** The refusal of a request without any credential. */
export function noCredential(): SvcError {
  return new SvcError("not_authenticated", "This needs a token", {
    hint: "Send it as 'Authorization: Bearer <name>.<secret>'; the operator makes one with " +
      "'svc serve token create', and 'svc auth server-login --server <url> --token -' keeps it for the client.",
  });
}
