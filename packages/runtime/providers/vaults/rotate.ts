import { SvcError } from "@svc/core/error";
import type { Repository } from "../../repository/repository.ts";
import { LOCAL_TYPE, type VaultConfiguration } from "./configuration/configuration.ts";
import { lockVault } from "./configuration/lock.ts";
import { rotateLocal, type Rotation } from "./local/rotate.ts";
import { assertUnmoved } from "./unmoved.ts";

/**
 * Gives a vault a new key, see {@linkcode rotateLocal}. Writes wait meanwhile.
 *
 * @throws SvcError `invalid_argument` for a vault whose keys are not svc's; else as `rotateLocal`
 */
export async function rotateVault(
  repository: Repository,
  configuration: VaultConfiguration,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<Rotation> {
  const { name, type } = configuration;
  if (type !== LOCAL_TYPE) {
    throw new SvcError("invalid_argument", `svc does not have the key of the vault '${name}'`, {
      hint: `${type} encrypts its secrets itself. Replace its keys with its own tools.`,
    });
  }
  await using _lock = await lockVault(repository, configuration, options);
  await assertUnmoved(repository, configuration);
  return await rotateLocal(repository, configuration, options);
}
