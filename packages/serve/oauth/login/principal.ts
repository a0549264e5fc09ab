import type { Principal } from "../../tokens/mod.ts";
import type { Person } from "../admission/admit.ts";

/** A person as their tokens tell of them. */
export function principalOf({ sub, username, email, roles }: Person): Principal {
  const collectives = [...roles.keys()];
  return { sub, username, email: email || null, collectives, groups: collectives };
}
