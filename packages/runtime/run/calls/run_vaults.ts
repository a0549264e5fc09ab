import type { SecretOptions } from "../../providers/vault_provider.ts";
import type { Repository } from "../../repository/repository.ts";

/** Opens the vaults of a repository for a run. */
export type OpenVaults = (repository: Repository) => Promise<RunVaults>;

/** The vaults of a repository as one run uses them. Disposing closes those that were opened. */
export interface RunVaults extends AsyncDisposable {
  /**
   * The value of a key; each is asked for once a run.
   *
   * @throws SvcError `vault_not_found`, `secret_not_found`, `vault_failed` and what else a vault says
   */
  get(vault: string, key: string, options?: SecretOptions): Promise<string>;
  /** Keeps a value. Safe when it returns. */
  put(vault: string, key: string, value: string, options?: SecretOptions): Promise<void>;
  /** Forgets a key that the run has put; false where the vault cannot. */
  remove(vault: string, key: string, options?: SecretOptions): Promise<boolean>;
  /**
   * The name of the vault for secrets of outputs: the one wanted, else that of the repository.
   *
   * @throws SvcError `vault_not_found`; `vault_required` when there is none
   */
  choose(wanted: string | undefined): Promise<string>;
  /** Every value that was read or put: for a redactor. */
  readonly values: readonly string[];
}
