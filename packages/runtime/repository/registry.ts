import { isSvcError } from "@svc/core/error";
import { type FindOptions, findRepository, MARKER } from "./repository.ts";
import { invalidSetting, readSetting, type Setting } from "./setting.ts";

const REGISTRY: Setting = { key: "registry", example: "registry: https://registry.example.org" };

/**
 * The address of the registry that the repository names in which a command works: `registry` in
 * `.svc.yaml`, as it stands there. Undefined when it says nothing, and outside of a repository. Whoever
 * wrote the repository wrote it: no credential may follow it to a server that the person did not log in
 * to.
 *
 * @throws SvcError `validation_failed` when it is not a text; `conflict` as `findRepository` does.
 */
export async function namedRegistry(options: FindOptions): Promise<string | undefined> {
  try {
    const registry = await readSetting(await findRepository(options), REGISTRY);
    if (registry === undefined || typeof registry === "string") return registry;
  } catch (error) {
    if (isSvcError(error) && error.code === "not_a_repository") return undefined;
    throw error;
  }
  throw invalidSetting(REGISTRY, `registry in ${MARKER} is not an address`);
}
