import { holdsScope } from "@svc/core/scope";
import { type Principal, userOf } from "../../access/credential/principal.ts";
import type { Services } from "../../access/services.ts";

/**
 * In whose eyes issues are read: a person, who may administer the whole registry; a collective,
 * which may also manage its issues; or a stranger.
 */
export type Viewer =
  | { kind: "stranger" }
  | { kind: "person"; userId: string; siteAdmin: boolean }
  | { kind: "collective"; collectiveId: string; manages: boolean };

/**
 * The viewer a principal is when it reads: a token that may write but not read issues reads what a
 * stranger reads (spec §5.4).
 */
export function readerOf(services: Services, principal: Principal): Viewer {
  return principal.kind === "collectiveToken" && !holdsScope(principal.scopes, "lab:read")
    ? { kind: "stranger" }
    : viewerOf(services, principal);
}

/** The viewer a principal is when it changes issues. A token without a lab scope is a stranger. */
export function viewerOf(services: Services, principal: Principal): Viewer {
  const user = userOf(principal);
  if (user) {
    return {
      kind: "person",
      userId: user.id,
      siteAdmin: services.config.admins.includes(user.username),
    };
  }
  if (principal.kind !== "collectiveToken") return { kind: "stranger" };
  const manages = holdsScope(principal.scopes, "lab:write");
  if (!manages && !holdsScope(principal.scopes, "lab:read")) return { kind: "stranger" };
  return { kind: "collective", collectiveId: principal.collective.id, manages };
}
