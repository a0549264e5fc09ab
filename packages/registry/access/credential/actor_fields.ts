import type { Principal } from "./principal.ts";

/** Who acts, as a log line names them: ids only. */
export function actorFields(principal: Principal): Record<string, string> {
  switch (principal.kind) {
    case "anonymous":
      return { actor: "anonymous" };
    case "collectiveToken":
      return {
        actor: principal.kind,
        collective: principal.collective.slug,
        credentialId: principal.tokenId,
      };
    case "publishToken":
      return {
        actor: principal.kind,
        run: principal.run.url,
        credentialId: principal.tokenId,
      };
    case "session":
    case "sessionToken":
      return { actor: principal.kind, userId: principal.user.id };
    case "personalKey":
    case "exchange":
      return { actor: principal.kind, userId: principal.user.id, credentialId: principal.keyId };
  }
}
