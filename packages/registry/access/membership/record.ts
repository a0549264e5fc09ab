import { actorFields } from "../credential/actor_fields.ts";
import type { Principal } from "../credential/principal.ts";
import type { Services } from "../services.ts";
import type { Membership } from "./membership.ts";

/** Writes a security event of a collective: who did what there, by ids. */
export function recordChange(
  services: Services,
  event: string,
  principal: Principal,
  collective: Membership["collective"],
  fields: Record<string, string> = {},
): void {
  services.log.info(event, { ...actorFields(principal), slug: collective.slug, ...fields });
}
