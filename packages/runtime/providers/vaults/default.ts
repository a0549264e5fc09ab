import { SvcError } from "@svc/core/error";
import { readYamlMapping } from "../../repository/definitions/yaml.ts";
import { readSmallFile } from "../../base/files/read.ts";
import { LARGEST_MARKER, MARKER, type Repository } from "../../repository/repository.ts";
import type { VaultConfiguration } from "./configuration/configuration.ts";
import { findVault, listVaults } from "./configuration/find.ts";

/**
 * The vault that keeps what names none (extension format reference §5): the one wanted, else what the
 * marker's `defaultVault` names, else the oldest there is.
 *
 * @throws SvcError `vault_required` when there is none; `vault_not_found`; else as `listVaults`
 */
export async function defaultVault(
  repository: Repository,
  wanted?: string,
): Promise<VaultConfiguration> {
  const name = wanted ?? await markedVault(repository);
  if (name !== undefined) return await findVault(repository, name);
  const [oldest] = (await listVaults(repository))
    .sort((a, b) => `${a.createdAt} ${a.name}` < `${b.createdAt} ${b.name}` ? -1 : 1);
  if (oldest !== undefined) return oldest;
  throw new SvcError("vault_required", "This repository has no vault for secrets", {
    hint: "Run 'svc vault create local_encryption main' to create one.",
  });
}

async function markedVault({ root }: Repository): Promise<string | undefined> {
  const text = readSmallFile(`${root}/${MARKER}`, LARGEST_MARKER);
  if (text === undefined) return undefined;
  const read = await readYamlMapping(text);
  const name = "problem" in read ? undefined : read.mapping.value["defaultVault"];
  if (name === undefined || name === null) return undefined;
  if (typeof name === "string") return name;
  throw new SvcError("validation_failed", `defaultVault of ${MARKER} must be the name of a vault`, {
    hint: "Write for example 'defaultVault: main'.",
  });
}
