// deno-lint-ignore-file no-explicit-any -- what is checked may be anything

/** Configurations that an export has to take, and to refuse. */
export interface ExportConfigs {
  validConfigs?: readonly any[];
  invalidConfigs?: readonly any[];
}

function check(right: boolean, what: string): void {
  if (!right) throw new Error(what);
}

function checkExport(
  what: string,
  one: any,
  { validConfigs = [], invalidConfigs = [] }: ExportConfigs,
) {
  check(/^@?[a-z0-9][\w-]*\/[\w/-]+$/i.test(one?.type ?? ""), `${what}.type must be @name/name`);
  check(Boolean(one.name), `${what}.name must be a text`);
  check(Boolean(one.description), `${what}.description must be a text`);
  for (const config of one.configSchema === undefined ? [] : validConfigs) {
    const given = JSON.stringify(config);
    check(one.configSchema.safeParse(config).success, `${what}.configSchema must accept ${given}`);
  }
  for (const config of one.configSchema === undefined ? [] : invalidConfigs) {
    const given = JSON.stringify(config);
    check(!one.configSchema.safeParse(config).success, `${what}.configSchema must refuse ${given}`);
  }
}

function checkMembers(what: string, one: any, names: readonly string[]): void {
  for (const name of names) check(typeof one?.[name] === "function", `${what} must have ${name}()`);
}

/** Checks what a vault's module exports. */
export function assertVaultExportConformance(vault: any, configs: ExportConfigs = {}): void {
  checkExport("vault", vault, configs);
  for (const config of (configs.validConfigs ?? []).slice(0, 1)) {
    const provider = vault.createProvider("conformance", config);
    checkMembers("The vault's provider", provider, ["get", "put", "list", "getName"]);
  }
}

/** Checks that a vault gives back what was put into it. */
export async function assertVaultConformance(
  provider: any,
  { keyPrefix = "svc-conformance-", cleanup = true }: { keyPrefix?: string; cleanup?: boolean } =
    {},
): Promise<void> {
  checkMembers("The vault's provider", provider, ["get", "put", "list", "getName"]);
  check(Boolean(provider.getName()), "getName() must give a text");
  const key = `${keyPrefix}${crypto.randomUUID().slice(0, 8)}`;
  const missing = await Promise.resolve().then(() => provider.get(`${key}-missing`))
    .then(() => false, () => true);
  check(missing, "get() of a key that is not there must fail");
  for (const value of ["first", "second"]) {
    await provider.put(key, value);
    check(await provider.get(key) === value, "get() must give what was put last");
  }
  check((await provider.list()).includes(key), "list() must have a key that was put");
  if (cleanup && typeof provider.delete === "function") await provider.delete(key);
}

/** Checks what a datastore's module exports. */
export function assertDatastoreExportConformance(
  datastore: any,
  configs: ExportConfigs = {},
): void {
  checkExport("datastore", datastore, configs);
  for (const config of (configs.validConfigs ?? []).slice(0, 1)) {
    const provider = datastore.createProvider(config);
    checkMembers("The datastore's provider", provider, [
      "createLock",
      "createVerifier",
      "resolveDatastorePath",
    ]);
  }
}

/** Checks a lock, given itself or as a function that makes one. */
export async function assertLockConformance(given: any): Promise<void> {
  const lock = typeof given === "function" ? await given("svc-conformance", {}) : given;
  checkMembers("The lock", lock, ["acquire", "release", "inspect", "withLock", "forceRelease"]);
  await lock.acquire();
  check(await lock.inspect() != null, "inspect() of a lock that is held must say by whom");
  await lock.release();
  check(await lock.inspect() == null, "inspect() of a lock that was released must give nothing");
  check(
    await lock.withLock(() => Promise.resolve(7)) === 7,
    "withLock() must give the work's result",
  );
  check(await lock.inspect() == null, "withLock() must release the lock");
}

/** Checks what a verifier answers. */
export async function assertVerifierConformance(verifier: any): Promise<void> {
  checkMembers("The verifier", verifier, ["verify"]);
  const health = await verifier.verify();
  check(typeof health?.healthy === "boolean", "verify() must say whether it is healthy");
  check(typeof health.message === "string", "verify() must give a message");
}
