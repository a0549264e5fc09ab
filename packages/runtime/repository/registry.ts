import { MARKER, type Repository } from "./repository.ts";
import { invalidSetting, readSetting } from "./setting.ts";

const REGISTRY = { key: "registry", example: "registry: https://registry.example.org" };

/**
 * The address of the registry that a repository names: `registry` in `.svc.yaml`, as it stands there.
 * Undefined when it says nothing. Whoever wrote the repository wrote it: no credential may follow it
 * to a server that the person did not log in to.
 *
 * @throws SvcError `validation_failed` when it is not a text.
 */
export async function readRegistry(repository: Repository): Promise<string | undefined> {
  const registry = await readSetting(repository, REGISTRY);
  if (registry === undefined || typeof registry === "string") return registry;
  throw invalidSetting(REGISTRY, `registry in ${MARKER} is not an address`);
}
