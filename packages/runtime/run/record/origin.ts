import type { RunOrigin } from "@svc/core/answer";
import { readLockfile } from "../../consent/installed/lockfile.ts";
import type { ResolvedType } from "../../consent/types/resolved.ts";
import { commitOf } from "../../repository/commit/commit.ts";
import type { Repository } from "../../repository/repository.ts";
import type { RunSubject } from "../prepare/subject.ts";

/** Where a run comes from, as far as it is known now. */
export async function originOf(
  { repository, resolved, order }: Pick<RunSubject, "repository" | "resolved" | "order">,
): Promise<RunOrigin> {
  const { consent } = resolved;
  // No run fails because less is known of where it comes from.
  const [commit, logIndex] = await Promise.all([
    commitOf(repository).catch(() => undefined),
    logIndexOf(repository, resolved).catch(() => undefined),
  ]);
  return {
    extension: { ...extensionOf(resolved), ...(logIndex === undefined ? {} : { logIndex }) },
    ...(consent === undefined ? {} : {
      consent: { ...(consent.by === undefined ? {} : { by: consent.by }), at: consent.grantedAt },
    }),
    ...(commit === undefined ? {} : { commit }),
    caller: {
      by: order.initiatedBy ?? "ghost",
      ...(order.trigger === undefined ? {} : { trigger: order.trigger }),
    },
  };
}

function extensionOf(resolved: ResolvedType): NonNullable<RunOrigin["extension"]> {
  const { origin: from, extension, graft, type, model, consent } = resolved;
  const name = extension ?? graft?.name ?? type.normalized;
  const content = consent?.content;
  if (from === "pulled" && content !== undefined) {
    const bundle = content.bundles[resolved.bundle];
    return {
      name,
      from,
      version: consent!.version,
      checksum: content.checksum,
      ...(bundle === undefined ? {} : { bundle }),
      ...(content.serverUrl === undefined ? {} : { serverUrl: content.serverUrl }),
    };
  }
  const { extensionVersion = model.version, bundleDigest } = resolved;
  return {
    name,
    from,
    version: extensionVersion,
    ...(bundleDigest === undefined ? {} : { bundle: bundleDigest }),
  };
}

/** The entry in the registry's log that the lockfile names for the archive that the person agreed to. */
async function logIndexOf(
  repository: Repository,
  { origin, extension, consent }: ResolvedType,
): Promise<number | undefined> {
  if (origin !== "pulled" || extension === undefined) return undefined;
  const entry = (await readLockfile(repository))[extension];
  return entry?.checksum === consent?.content?.checksum ? entry?.log?.index : undefined;
}
