/** Limits of one question to a vault. */
export interface SecretOptions {
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
  /** Milliseconds that a vault of an extension may take, default 30 s. */
  timeLimitMs?: number | undefined;
}

/**
 * Where the secrets of a vault are kept, one value a key (extension format reference §3.4). svc's own
 * answer directly; those of extensions from a sandbox. Disposing ends what stands behind it.
 */
export interface VaultProvider extends AsyncDisposable {
  /**
   * The value of a key.
   *
   * @throws SvcError `secret_not_found`; `vault_failed` when the vault cannot answer or its answer is no
   *   secret of that key; `timeout`; `cancelled`. No error holds a value.
   */
  get(key: string, options?: SecretOptions): Promise<string>;
  /** Keeps a value, in place of an earlier one. Safe when it returns. */
  put(key: string, value: string, options?: SecretOptions): Promise<void>;
  /** Every key, sorted, without values. */
  list(options?: SecretOptions): Promise<string[]>;
  /** Forgets a key; absent where a provider cannot. @throws SvcError `secret_not_found` */
  delete?(key: string, options?: SecretOptions): Promise<void>;
}
