import { POLICY_ROWS } from "@svc/core/policy";
import { ROLES } from "@svc/core/role";
import { holdsScope, type Scope, SCOPES } from "@svc/core/scope";
import { code, GENERATED, table } from "./text.ts";

/** The page of the scopes a collective token may hold, and what each opens. */
export function scopesPage(): string {
  const rows = (Object.entries(SCOPES) as [Scope, string][]).map(([scope, grants]) => [
    code(scope),
    grants,
    POLICY_ROWS
      .filter(([, row]) => row.scope !== undefined && holdsScope([scope], row.scope))
      .map(([, row]) => code(`${row.method} ${row.path}`)).join(", "),
  ]);
  return `${GENERATED}
# Scopes and roles

A personal key or a session acts as its user and needs no scope. A collective token acts as its
collective and must hold the scope an endpoint names, or the wildcard of its kind. A single scope
never stands in for a wildcard.

${table(["Scope", "Grants", "Endpoints it opens"], rows)}
Roles in a collective, lowest first: ${ROLES.map(code).join(", ")}. A collective always keeps an
owner.
`;
}
