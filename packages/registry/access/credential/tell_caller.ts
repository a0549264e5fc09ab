import type { Bindings } from "@svc/http/listener";
import type { Principal } from "./principal.ts";

/** Says who asked, for the access log: kind and id, never a credential. */
export function tellCaller(bindings: Bindings | undefined, principal: Principal): void {
  if (bindings?.record === undefined) return;
  bindings.record.caller = callerName(principal);
}

function callerName(principal: Principal): string {
  switch (principal.kind) {
    case "anonymous":
      return principal.kind;
    case "collectiveToken":
    case "publishToken":
      return `${principal.kind}:${principal.tokenId}`;
    default:
      return `${principal.kind}:${principal.user.id}`;
  }
}
