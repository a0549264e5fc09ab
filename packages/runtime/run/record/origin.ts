import type { RunOrigin } from "@svc/core/answer";
import { readLockfile } from "../../consent/installed/lockfile.ts";
import type { Consent } from "../../consent/consent.ts";
import type { ResolvedType } from "../../consent/types/resolved.ts";
import type { ModuleRecord } from "../../extension/describe/record.ts";
import { commitOf } from "../../repository/commit/commit.ts";
import type { Repository } from "../../repository/repository.ts";
import type { RunSubject } from "../prepare/subject.ts";

type Other = NonNullable<RunOrigin["others"]>[number];

/** A module that ran, as it was admitted. */
export interface RanModule extends Omit<ModuleRecord, "permissions"> {
  consent?: Consent;
}

/** Where a run comes from, as far as it is known before its reports. */
export async function originOf(
  { repository, resolved, checkers, order }: Pick<
    RunSubject,
    "repository" | "resolved" | "checkers" | "order"
  >,
): Promise<RunOrigin> {
  const [commit, ran, ...others] = await Promise.all([
    // No run fails because less is known of where it comes from.
    commitOf(repository).catch(() => undefined),
    codeOf(repository, nameOf(resolved), resolved),
    ...checkers.map((one) => otherOf(repository, "checks", nameOf(one), one)),
  ]);
  return {
    ...ran,
    ...(others.length === 0 ? {} : { others }),
    ...(commit === undefined ? {} : { commit }),
    caller: {
      by: order.initiatedBy ?? "ghost",
      ...(order.trigger === undefined ? {} : { trigger: order.trigger }),
    },
  };
}

/** A module that ran beside the method. */
export async function otherOf(
  repository: Repository,
  does: Other["does"],
  name: string,
  module: RanModule,
): Promise<Other> {
  return { does, ...await codeOf(repository, name, module) };
}

async function codeOf(
  repository: Repository,
  name: string,
  module: RanModule & Partial<Pick<ResolvedType, "model">>,
): Promise<Omit<Other, "does">> {
  const { consent } = module;
  const logIndex = await logIndexOf(repository, module).catch(() => undefined);
  return {
    extension: {
      name,
      ...extensionOf(module),
      ...(logIndex === undefined ? {} : { logIndex }),
    },
    ...(consent === undefined ? {} : {
      consent: { ...(consent.by === undefined ? {} : { by: consent.by }), at: consent.grantedAt },
    }),
  };
}

function nameOf({ extension, graft, type }: ResolvedType): string {
  return extension ?? graft?.name ?? type.normalized;
}

function extensionOf(
  module: RanModule & Partial<Pick<ResolvedType, "model">>,
): Omit<Other["extension"], "name"> {
  const { origin: from, consent, model } = module;
  const content = consent?.content;
  if (from === "pulled" && content !== undefined) {
    const bundle = content.bundles[module.bundle];
    return {
      from,
      version: consent!.version,
      checksum: content.checksum,
      ...(bundle === undefined ? {} : { bundle }),
      ...(content.serverUrl === undefined ? {} : { serverUrl: content.serverUrl }),
    };
  }
  const { extensionVersion: version = model?.version, bundleDigest } = module;
  return {
    from,
    ...(version === undefined ? {} : { version }),
    ...(bundleDigest === undefined ? {} : { bundle: bundleDigest }),
  };
}

/** The entry in the registry's log that the lockfile names for the archive that the person agreed to. */
async function logIndexOf(
  repository: Repository,
  { origin, extension, consent }: RanModule,
): Promise<number | undefined> {
  if (origin !== "pulled" || extension === undefined) return undefined;
  const entry = (await readLockfile(repository))[extension];
  return entry?.checksum === consent?.content?.checksum ? entry?.log?.index : undefined;
}
