import { methodSummary } from "../../consent/types/description.ts";
import type { BehaviorDetails, BehaviorSearch } from "@svc/core/answer";
import { blanked, withoutSecrets } from "../../repository/inputs/sensitive.ts";
import type { Repository } from "../../repository/repository.ts";
import { resolveType, typeIfHere } from "../../consent/types/resolve.ts";
import { definitionEntries } from "../../repository/definitions/entries.ts";
import { findDefinition } from "../../repository/definitions/find.ts";

/**
 * A behavior and what it can do.
 *
 * @throws SvcError `definition_not_found`.
 */
export async function getDefinition(
  repository: Repository,
  nameOrId: string,
): Promise<BehaviorDetails> {
  const { definition, type, path, automatic } = await findDefinition(repository, nameOrId);
  const { inputs, checks, reports, resources } = definition;
  const resolved = await typeIfHere(repository, type);
  return {
    id: definition.id,
    name: definition.name,
    type,
    version: definition.version,
    tags: definition.tags,
    // Nobody can say of a type that is not here what is a secret.
    globalArguments: resolved === undefined
      ? blanked(definition.globalArguments)
      : withoutSecrets(resolved.model.globalArguments ?? {}, definition.globalArguments),
    ...(definition.typeVersion === undefined ? {} : { typeVersion: definition.typeVersion }),
    methods: (resolved?.model.methods ?? []).map(methodSummary),
    path,
    ...(automatic ? { autoCreated: true } : {}),
    ...(inputs === undefined ? {} : { inputs }),
    ...(checks === undefined ? {} : { checks }),
    ...(reports === undefined ? {} : { reports }),
    ...(resources === undefined ? {} : { resources }),
  };
}

/**
 * The methods that `svc behavior run` takes after a behavior or, with a `/`, a type.
 *
 * @throws SvcError `definition_not_found`, `unknown_type`, `invalid_name`.
 */
export async function methodNames(repository: Repository, subject: string): Promise<string[]> {
  const type = subject.includes("/") ? subject : (await findDefinition(repository, subject)).type;
  return (await resolveType(repository, type)).model.methods.map(({ name }) => name);
}

/** `svc behavior search`: behaviors whose name or type contains every word of `query`. */
export async function searchDefinitions(
  repository: Repository,
  query = "",
): Promise<BehaviorSearch> {
  const words = query.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const { entries } = await definitionEntries(repository);
  return {
    query,
    results: entries
      .filter(({ name, type }) =>
        words.every((word) => name.toLowerCase().includes(word) || type.includes(word))
      )
      .sort((a, b) => a.name < b.name ? -1 : 1)
      .map(({ id, name, type }) => ({ id, name, type })),
  };
}
