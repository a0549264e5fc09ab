import type { Events } from "../../platform/events/events.ts";
import type { CredentialCache } from "./credential_cache.ts";

/** Makes the cache forget what an event says is over, whichever process ended it. */
export function followEvents(cache: CredentialCache, events: Events): void {
  events.on("credential.ended", ({ ids }) => ids.forEach((id) => cache.forget(id)));
  events.on("sessions.ended", () => cache.forgetSessions());
  events.on("collective.changed", ({ collectiveId }) => cache.forgetCollective(collectiveId));
  events.on("store.changed", () => cache.forgetAll());
}
