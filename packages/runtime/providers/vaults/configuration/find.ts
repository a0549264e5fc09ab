import { VAULT_NAME } from "@svc/core/name";
import { isSvcError, SvcError } from "@svc/core/error";
import { didYouMean, visibleName } from "@svc/core/text";
import { shownPath } from "../../../repository/definitions/entries.ts";
import { LARGEST, textOf, yamlFilesBelow } from "../../../repository/definitions/files.ts";
import { ownPath } from "../../../repository/links.ts";
import type { Repository } from "../../../repository/repository.ts";
import { type FoundVault, readConfiguration, type VaultConfiguration } from "./configuration.ts";

/** The folder of a repository that holds configurations of vaults. */
const VAULTS = "vaults";

/** Where the file of a vault stands; no part of the path is a link. */
export function configurationPath(
  repository: Repository,
  { type, id }: Pick<VaultConfiguration, "type" | "id">,
): string {
  return ownPath(repository.root, `${VAULTS}/${type}/${id}.yaml`);
}

/** What the files below `vaults/` are. */
interface Vaults {
  vaults: FoundVault[];
  broken: { path: string; problem: string }[];
}

/**
 * The vaults of a repository, sorted by name.
 *
 * @throws SvcError `validation_failed` naming a file that holds none; `conflict` naming both files when
 *   two have one name or one id, or where a symbolic link is in the place of the folder
 */
export async function listVaults(repository: Repository): Promise<VaultConfiguration[]> {
  const { vaults, broken } = await readVaults(repository);
  if (broken[0] !== undefined) throw notAVault(repository, broken[0]);
  for (const one of vaults) assertOnly(repository, vaults, one);
  return vaults.map(({ configuration }) => configuration)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Each vault of a repository, or why its file cannot be used, for a caller that looks for all that is wrong.
 *
 * @throws SvcError `conflict` where a symbolic link is in the place of the folder
 */
export async function lookAtVaults(
  repository: Repository,
): Promise<(VaultConfiguration | SvcError)[]> {
  const { vaults, broken } = await readVaults(repository);
  const looked = vaults.map((one) => {
    try {
      assertOnly(repository, vaults, one);
      return one.configuration;
    } catch (error) {
      if (isSvcError(error)) return error;
      throw error;
    }
  });
  return [...looked, ...broken.map((one) => notAVault(repository, one))];
}

/**
 * The vault with this name. Files that cannot be read do not matter as long as it is found.
 *
 * @throws SvcError `vault_not_found` naming those there are; else as {@linkcode listVaults}
 */
export async function findVault(
  repository: Repository,
  name: string,
): Promise<VaultConfiguration> {
  return (await findVaultFile(repository, name)).configuration;
}

/** As {@linkcode findVault}, with its file. */
export async function findVaultFile(repository: Repository, name: string): Promise<FoundVault> {
  const { vaults, broken } = await readVaults(repository);
  const found = vaults.find(({ configuration }) => configuration.name === name);
  if (found !== undefined) {
    assertOnly(repository, vaults, found);
    return found;
  }
  if (broken[0] !== undefined) throw notAVault(repository, broken[0]);
  throw notFound(name, vaults.map(({ configuration }) => configuration.name).sort());
}

async function readVaults(repository: Repository): Promise<Vaults> {
  const vaults: FoundVault[] = [];
  const broken: Vaults["broken"] = [];
  for (const { path, bytes } of yamlFilesBelow(repository, VAULTS)) {
    if (bytes > LARGEST) {
      broken.push({ path, problem: `it has ${bytes} bytes; at most ${LARGEST} are read` });
      continue;
    }
    const text = textOf(path);
    if (text === undefined) continue;
    const configuration = await readConfiguration(text);
    if ("problem" in configuration) broken.push({ path, problem: configuration.problem });
    else vaults.push({ configuration, path });
  }
  return { vaults, broken };
}

/** Refuses a vault that shares its name or id: its secrets could be taken for another's. */
function assertOnly(repository: Repository, vaults: FoundVault[], one: FoundVault): void {
  const { name, id } = one.configuration;
  const other = vaults.find(({ configuration, path }) =>
    path !== one.path &&
    (configuration.name === name || configuration.id.toLowerCase() === id.toLowerCase())
  );
  if (other === undefined) return;
  const what = other.configuration.name === name ? `the name '${name}'` : `the id ${id}`;
  const [first, second] = [one.path, other.path].map((path) => shownPath(repository, path));
  throw new SvcError("conflict", `Two vaults have ${what}: ${first} and ${second}`, {
    hint: "Delete one of the files, or give it a name and an id of its own.",
  });
}

function notAVault(repository: Repository, { path, problem }: Vaults["broken"][number]): SvcError {
  return new SvcError(
    "validation_failed",
    `${visibleName(shownPath(repository, path))} is not a vault's configuration: ${problem}`,
    { hint: "Fix the file, or restore it from git." },
  );
}

function notFound(name: string, names: string[]): SvcError {
  const near = didYouMean(name, names);
  const usable = VAULT_NAME.test(name) ? name : "main";
  const there = names.length === 0
    ? `There is none yet. Create one with 'svc vault create local_encryption ${usable}'.`
    : `There are: ${names.join(", ")}.`;
  return new SvcError(
    "vault_not_found",
    `Vault not found: There is no vault '${visibleName(name.slice(0, 100))}'`,
    {
      hint: near === undefined ? there : `${near} ${there}`,
    },
  );
}
