import type { Publisher } from "@svc/core/publisher";
import type { Provenance } from "./verify.ts";

/** Who made a verified statement, as it is pinned. */
export function publisherOf(found: Provenance): Publisher {
  if (found.kind === "key") return { key: found.hint };
  const { issuer, repository, repositoryId, ownerId, workflow, identity } = found.identity;
  return {
    issuer,
    repository,
    repositoryId,
    ownerId,
    workflow,
    // The name has the ref, which changes with each version: it counts where there is nothing else.
    identity: repositoryId === null ? identity : null,
  };
}
