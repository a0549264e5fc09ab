import type { Repository } from "../../repository/repository.ts";
import {
  type DatastoreConfiguration,
  keyOf,
  parseDatastore,
  parseVariable,
} from "./configuration.ts";
import { readMarkerDatastore } from "./marker.ts";
import { type Env, namesDatastore } from "./named.ts";

/** The datastore of a repository, and what names it. */
export interface ConfiguredDatastore {
  configuration: DatastoreConfiguration;
  /** The variable wins over the marker. */
  source: "SVC_DATASTORE" | ".svc.yaml";
  /** The same for the same configuration, 32 hexadecimal digits. */
  key: string;
}

/**
 * The datastore of a repository: `SVC_DATASTORE`, else the marker's `datastore`, else none (runtime
 * reference 6.1). It says nothing of whether the person agreed to it.
 *
 * @throws SvcError `validation_failed` for one that cannot be read as a whole
 */
export async function configuredDatastore(
  repository: Repository,
  env: Env,
): Promise<ConfiguredDatastore | undefined> {
  if (!namesDatastore(repository, env)) return undefined;
  const text = env("SVC_DATASTORE");
  if (text) {
    const configuration = parseVariable(repository, text, env);
    return { configuration, source: "SVC_DATASTORE", key: await keyOf(configuration) };
  }
  return await markedDatastore(repository, env);
}

/**
 * The datastore that the marker names, whatever the variable says; undefined without one.
 *
 * @throws SvcError as {@linkcode configuredDatastore}
 */
export async function markedDatastore(
  repository: Repository,
  env: Env,
): Promise<ConfiguredDatastore | undefined> {
  const written = await readMarkerDatastore(repository);
  if (written === undefined) return undefined;
  const at = { place: "datastore in .svc.yaml", env };
  const configuration = parseDatastore(repository, written, at);
  return { configuration, source: ".svc.yaml", key: await keyOf(configuration) };
}
