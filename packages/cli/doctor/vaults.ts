import { isSvcError } from "@svc/core/error";
import type { Repository } from "@svc/runtime/repository";
import type { VaultConfiguration } from "@svc/runtime/vaults";
import { type Located, maybeRepository } from "../frame/repository.ts";
import { failed, type Finding } from "./finding.ts";

/**
 * Reports each vault of the repository: its file, and for svc's own the key file and every secret. Of an
 * extension's no code is run: its type and settings are looked at.
 */
export async function examineVaults(at: Located): Promise<Finding[]> {
  try {
    const repository = await maybeRepository(at);
    if (repository === undefined) return [passed("not in a repository")];
    const { lookAtVaults } = await import("@svc/runtime/vaults");
    const vaults = await lookAtVaults(repository);
    if (vaults.length === 0) return [passed("none in this repository")];
    return await Promise.all(
      vaults.map((one) => isSvcError(one) ? failed("vaults", one) : examineVault(repository, one)),
    );
  } catch (error) {
    return [failed("vaults", error)];
  }
}

async function examineVault(
  repository: Repository,
  vault: VaultConfiguration,
): Promise<Finding> {
  const { LOCAL_TYPE } = await import("@svc/runtime/vaults");
  const { name, type } = vault;
  try {
    if (type === LOCAL_TYPE) return passed(`${name}: ${await openedSecrets(repository, vault)}`);
    const { checkConfiguration } = await import("@svc/runtime/providers");
    await checkConfiguration(repository, "vault", vault);
    return passed(`${name}: ${type} is here, and its settings fit`);
  } catch (error) {
    const { found, ...rest } = failed("vaults", error);
    return { ...rest, found: found.includes(`'${name}'`) ? found : `${name}: ${found}` };
  }
}

/** Opens every secret, and says how many there are; their key may not be in git. */
async function openedSecrets(repository: Repository, vault: VaultConfiguration): Promise<string> {
  const { assertNotInGit, localStore, openVault } = await import("@svc/runtime/vaults");
  await assertNotInGit(localStore(repository, vault));
  await using provider = await openVault(repository, vault);
  const keys = await provider.list();
  for (const key of keys) await provider.get(key);
  if (keys.length === 0) return "no secrets yet";
  return keys.length === 1
    ? "its secret can be opened"
    : `all ${keys.length} secrets can be opened`;
}

function passed(found: string): Finding {
  return { check: "vaults", outcome: "passed", found };
}
