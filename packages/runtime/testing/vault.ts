import { initRepository } from "../repository/init.ts";
import { type Repository, repositoryAt } from "../repository/repository.ts";
import type { VaultConfiguration } from "../providers/vaults/configuration/configuration.ts";
import { createVault } from "../providers/vaults/create.ts";
import { temporaryFolder } from "./extension.ts";

/** A repository with one local vault, `main`. */
export interface TestVault extends AsyncDisposable {
  repository: Repository;
  main: VaultConfiguration;
  /** Where its secrets are, once it has some. */
  folder: string;
  /** A folder outside the repository, removed with it. */
  outside: string;
}

/** Makes a repository with one local vault. */
export async function localVault(config: Record<string, unknown> = {}): Promise<TestVault> {
  const folder = await temporaryFolder();
  const repository = repositoryAt(`${folder.path}/repository`);
  await initRepository(repository.root);
  const main = await createVault(repository, { type: "local_encryption", name: "main", config });
  return {
    repository,
    main,
    folder: `${repository.state}/secrets/local_encryption/main`,
    outside: folder.path,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}
