import { SvcError } from "@svc/core/error";
import { schemaLine } from "@svc/core/file_schema";
import { assertVaultName } from "@svc/core/name";
import { withRoom } from "../../base/files/disk_full.ts";
import type { Repository } from "../../repository/repository.ts";
import { LOCAL_TYPE, type VaultConfiguration, vaultType } from "./configuration/configuration.ts";
import { configurationPath, listVaults } from "./configuration/find.ts";
import { writeConfiguration } from "./configuration/write.ts";
import { assertLocalConfig } from "./local/config.ts";
import { assertNoSecretsLeft } from "./local/remove_empty.ts";
import { lockVaults } from "./configuration/lock.ts";

/** What to create. */
interface VaultRequest {
  /** In any spelling. Whether there is such a type, and what it wants, is found out when it is opened. */
  type: string;
  name: string;
  config?: Record<string, unknown>;
  /** The address of the schema that the file names to editors. */
  schema?: string | undefined;
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
  { type, name, config = {}, schema }: VaultRequest,
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
    throw new SvcError("already_exists", `A vault '${name}' already exists`, {
      hint: `It is of type ${other.type}. Choose another name.`,
    });
  }
  if (configuration.type === LOCAL_TYPE) await assertNoSecretsLeft(repository, name);
  const { stringify } = await import("yaml");
  const path = configurationPath(repository, configuration);
  // In quotes where an earlier YAML reads a time or a word for yes: other tools read these files, too.
  const text = schemaLine(schema) +
    stringify(configuration, { lineWidth: 0, schema: "yaml-1.1" });
  await withRoom("nothing was created", () => writeConfiguration(repository, path, text));
  return configuration;
}
