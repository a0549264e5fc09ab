import { isRole, roleAtLeast } from "@svc/core/role";
import type { Rights } from "../../rights/rights.ts";
import type { Group, Rules } from "./rule.ts";

/** A person as the registry describes them. */
export interface Person {
  /** The registry's own id of the person; a username is for people. */
  sub: string;
  username: string;
  email: string;
  name: string;
  /** Their role in each of their collectives, by slug; an unknown role counts as no role. */
  roles: ReadonlyMap<string, string>;
}

/** What a person may do here: all that the rules about them say together. Undefined: not let in. */
export function rightsOf({ gate, rules }: Rules, person: Person): Rights | undefined {
  if (gate.length > 0 && !gate.some((group) => isIn(group, person))) return undefined;
  const about = rules.filter(({ group }) => isIn(group, person));
  if (about.length === 0) return undefined;
  return {
    run: about.flatMap(({ rights }) => rights.run),
    read: about.flatMap(({ rights }) => rights.read),
  };
}

function isIn(group: Group, { username, roles }: Person): boolean {
  if ("user" in group) return group.user === username;
  const role = roles.get(group.collective);
  return role !== undefined && isRole(role) && roleAtLeast(role, group.role);
}
