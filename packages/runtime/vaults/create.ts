import { SvcError } from "@svc/core/error";
import { assertVaultName } from "@svc/core/name";
import { visibleName } from "@svc/core/text";
import { normalizeType } from "@svc/core/type";
import { fitting } from "../definitions/rewrite.ts";
import { withRoom } from "../files/disk_full.ts";
import { parentOf } from "../files/path.ts";
import { writeAtomic } from "../files/write.ts";
import { ownPath } from "../repository/links.ts";
import type { Repository } from "../repository/repository.ts";
import { isVaultType, LOCAL_TYPE, type VaultConfiguration } from "./configuration/configuration.ts";
import { listVaults, VAULTS } from "./configuration/find.ts";
import { assertLocalConfig } from "./local/config.ts";
import { assertNoSecretsLeft } from "./local/left.ts";
import { lockVaults } from "./configuration/lock.ts";

/** What to create. */
export interface VaultRequest {
  /** In any spelling. Whether there is such a type, and what it wants, is for whoever opens it. */
  type: string;
  name: string;
  config?: Record<string, unknown>;
}

/**
 * Writes the configuration of a new vault to `vaults/<type>/<id>.yaml`.
 *
 * @throws SvcError `invalid_name`; `already_exists`; `invalid_argument` for a type that is none or a
 *   configuration that `local_encryption` does not know; `conflict` where secrets of an earlier vault of
 *   this name lie; else as `listVaults`; `disk_full`
 */
export async function createVault(
  repository: Repository,
  { type, name, config = {} }: VaultRequest,
): Promise<VaultConfiguration> {
  assertVaultName(name);
  const configuration = {
    id: crypto.randomUUID() as string,
    name,
    type: vaultType(type),
    config,
    createdAt: new Date().toISOString(),
  };
  if (configuration.type === LOCAL_TYPE) assertLocalConfig(repository, config);

  await using _lock = await lockVaults(repository);
  const other = (await listVaults(repository)).find((one) => one.name === name);
  if (other !== undefined) {
    throw new SvcError("already_exists", `A vault is called '${name}' already`, {
      hint: `It is of type ${other.type}. Choose another name.`,
    });
  }
  if (configuration.type === LOCAL_TYPE) await assertNoSecretsLeft(repository, name);
  const { stringify } = await import("yaml");
  const path = configurationPath(repository, configuration);
  await withRoom("nothing was created", async () => {
    await Deno.mkdir(parentOf(path), { recursive: true });
    await writeAtomic(path, fitting(stringify(configuration, { lineWidth: 0 }), path));
  });
  return configuration;
}

/** Where the file of a vault stands; no part of the path is a link. */
export function configurationPath(
  repository: Repository,
  { type, id }: Pick<VaultConfiguration, "type" | "id">,
): string {
  return ownPath(repository.root, `${VAULTS}/${type}/${id}.yaml`);
}

/** The normalized form of a type. @throws SvcError `invalid_argument` */
export function vaultType(type: string): string {
  if (isVaultType(type)) return normalizeType(type);
  throw new SvcError(
    "invalid_argument",
    `'${visibleName(type.slice(0, 200))}' is no type of a vault`,
    { hint: `Use ${LOCAL_TYPE}, or the type of an extension, for example @acme/keeper.` },
  );
}
