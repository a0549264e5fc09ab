import { SvcError } from "@svc/core/error";
import type { Caller, Credentials } from "../caller/caller.ts";
import { ALL_RIGHTS, type Rights } from "../rights/rights.ts";

/** A caller by a token of that name. */
export function callerNamed(name: string, rights: Rights = ALL_RIGHTS): Caller {
  return {
    kind: "token",
    name,
    initiatedBy: `token:${name}`,
    rights,
    credentialId: name,
    expiresAt: null,
    cookie: false,
  };
}

/** Credentials that are the callers' names, sent as `Authorization: Bearer <name>`. */
export function namedCallers(...callers: readonly Caller[]): Credentials {
  return {
    resolve({ headers }) {
      const [, name] = /^Bearer (.+)$/.exec(headers.get("authorization") ?? "") ?? [];
      const caller = callers.find((one) => one.name === name);
      return caller ? Promise.resolve(caller) : Promise.reject(
        new SvcError("not_authenticated", "This needs a token", { hint: "Send one." }),
      );
    },
    watch: () => ({ [Symbol.dispose]() {} }),
  };
}
