import { livePrincipals, revokeByPrincipal, updatePrincipal } from "../../tokens/mod.ts";
import { rightsOf } from "../admission/mod.ts";
import { principalOf, type SignIn } from "../login/mod.ts";

/** Holds what people got from an earlier start to the rules of this one. */
export function applyRules({ logins, rules, state, now }: SignIn): void {
  for (const { sub } of livePrincipals(state, now())) {
    const person = logins.ofPerson(sub)[0]?.person;
    const rights = person === undefined ? undefined : rightsOf(rules, person);
    if (person === undefined || rights === undefined) {
      revokeByPrincipal(state, sub, "configuration", now());
    } else updatePrincipal(state, principalOf(person), rights);
  }
}
