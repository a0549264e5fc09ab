import type { Services } from "../../../access/services.ts";
import type { Published, Publisher } from "./commit.ts";

/** Tells the rest of the registry, once the transaction is done, what was published in it. */
export function tellPublished(
  { events, log }: Pick<Services, "events" | "log">,
  { extension, version, alreadyPublished, changed }: Published,
  { collectiveId, actor }: Pick<Publisher, "collectiveId" | "actor">,
): void {
  for (const name of changed) {
    events.emit("extension.changed", { extensionId: extension.id, name });
  }
  if (alreadyPublished) return;
  events.emit("version.published", {
    extensionId: extension.id,
    name: extension.name,
    version: version.version,
    collectiveId,
    actorUserId: actor.userId,
  });
  log.info("version.published", { name: extension.name, version: version.version });
}
