import type { Rule } from "./rule.ts";

/** What `createProvider` of `export const vault` gives (extension format reference §3.4). */
export interface VaultUnderTest {
  get(key: string): Promise<string>;
  put(key: string, value: string): Promise<unknown>;
  list(): Promise<string[]>;
  delete?(key: string): Promise<unknown>;
  getName?(): string;
}

/** How the suite comes to the vaults of the provider that is checked. */
export interface VaultSubject {
  /**
   * Makes a provider for the vault of this name, as a new process would. For a name that it has not
   * seen before the vault is empty; for one that it has, it is the same vault again.
   */
  open(name: string): VaultUnderTest | Promise<VaultUnderTest>;
  /** Ends what stands behind a provider, if anything does. */
  close?(provider: VaultUnderTest): unknown;
  /** A provider whose backend does not answer or refuses the login; its rule is left out without it. */
  unreachable?(): VaultUnderTest | Promise<VaultUnderTest>;
  /**
   * How many keys the rule about lists puts. 120 when absent, for stores that answer in pages; fewer do
   * for one that knows none.
   */
  listed?: number;
  /** Milliseconds that one rule may take; 60,000 when absent. */
  timeoutMs?: number;
}

/** A rule of a vault that nothing has used. */
export const vaultRule = (
  name: string,
  use: (
    vault: VaultUnderTest,
    again: () => Promise<VaultUnderTest>,
    subject: VaultSubject,
  ) => Promise<void>,
): Rule<VaultSubject> => ({
  name,
  check: (subject) => withVault(subject, (vault, again) => use(vault, again, subject)),
});

/** Gives `work` a vault that nothing has used, and a way to open the same one again. */
export async function withVault(
  subject: VaultSubject,
  work: (vault: VaultUnderTest, again: () => Promise<VaultUnderTest>) => Promise<void>,
): Promise<void> {
  const name = `check-${crypto.randomUUID()}`;
  const opened: VaultUnderTest[] = [];
  const open = async () => {
    const provider = await subject.open(name);
    opened.push(provider);
    return provider;
  };
  try {
    await work(await open(), open);
  } finally {
    for (const provider of opened) await subject.close?.(provider);
  }
}
