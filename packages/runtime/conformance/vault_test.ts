import { deepEqual, match, ok } from "node:assert/strict";
import { temporaryFolder } from "../testing/extension.ts";
import { initRepository } from "../repository/init.ts";
import { repositoryAt } from "../repository/repository.ts";
import { createVault } from "../providers/vaults/create.ts";
import { findVault, listVaults } from "../providers/vaults/configuration/find.ts";
import { openVault } from "../providers/vaults/open.ts";
import { withoutSync } from "../testing/without_sync.ts";
import {
  checkVault,
  VAULT_RULES,
  type VaultSubject,
  vaultTests,
  type VaultUnderTest,
} from "./vault.ts";

Deno.test("the local vault of svc itself holds every rule", async () => {
  await using folder = await temporaryFolder();
  using _disk = withoutSync();
  await initRepository(folder.path);
  const repository = repositoryAt(folder.path);
  const outcomes = await checkVault({
    async open(name) {
      const there = (await listVaults(repository)).some((one) => one.name === name);
      if (!there) await createVault(repository, { type: "local_encryption", name });
      return await openVault(repository, await findVault(repository, name));
    },
    async unreachable() {
      // One that others can write in is not used.
      const name = "exposed";
      await createVault(repository, { type: "local_encryption", name });
      const secrets = `${repository.state}/secrets/local_encryption/${name}`;
      await Deno.mkdir(secrets, { recursive: true });
      await Deno.chmod(secrets, 0o777);
      return await openVault(repository, await findVault(repository, name));
    },
  });
  deepEqual(outcomes, VAULT_RULES.map(({ name }) => ({ rule: name, passed: true })));
});

/** Vaults in memory that hold every rule. */
function memory() {
  const vaults = new Map<string, Map<string, string>>();
  const open = (name: string) => {
    const secrets = vaults.get(name) ?? new Map<string, string>();
    vaults.set(name, secrets);
    const known = (key: string) => {
      const value = secrets.get(key);
      if (value === undefined) throw new Error(`no ${key}`);
      return value;
    };
    return {
      get: (key: string): Promise<string> => Promise.resolve().then(() => known(key)),
      put: (key: string, value: string): Promise<void> =>
        Promise.resolve(void secrets.set(key, value)),
      list: (): Promise<string[]> => Promise.resolve([...secrets.keys()]),
      delete: (key: string): Promise<void> =>
        Promise.resolve().then(() => (known(key), void secrets.delete(key))),
      getName: (): string => name,
      secrets,
    };
  };
  const fail = () => Promise.reject(new Error("no answer"));
  const unreachable = (): VaultUnderTest => ({ get: fail, put: fail, list: fail });
  return { open, unreachable };
}
type Memory = ReturnType<ReturnType<typeof memory>["open"]>;

Deno.test("a vault in memory holds every rule, in a test runner as well", async () => {
  deepEqual((await checkVault(memory())).filter(({ passed }) => !passed), []);
  for (const { name, fn } of vaultTests(memory())) {
    ok(name);
    await fn();
  }
});

/** What each broken vault does differently, and the rules that notice. */
const BROKEN: [what: string, noticed: RegExp[], change: (vault: Memory) => Partial<Memory>][] = [
  ["has secrets of its own from the start", [/new vault is empty/], (vault) => ({
    list: async () => vault.secrets.size === 0 ? ["EXAMPLE"] : await vault.list(),
  })],
  ["gives an empty text for a missing key", [/neither an empty text/], ({ secrets }) => ({
    get: (key) => Promise.resolve(secrets.get(key) ?? ""),
  })],
  ["shows other values in its errors", [/neither an empty text/], ({ secrets, get }) => ({
    get: (key) =>
      secrets.has(key)
        ? get(key)
        : Promise.reject(new Error(`no ${key} in ${JSON.stringify([...secrets])}`)),
  })],
  ["finds a key by its beginning", [/neither an empty text/], ({ secrets, get }) => ({
    get: (key) => get([...secrets.keys()].find((one) => one.startsWith(key)) ?? key),
  })],
  ["trims values", [/a line end/, /blanks around it/], ({ put }) => ({
    put: (key, value) => put(key, value.trim()),
  })],
  ["rewrites line ends", [/Windows/], ({ put }) => ({
    put: (key, value) => put(key, value.replaceAll("\r\n", "\n")),
  })],
  ["cuts long values", [/64 KiB/], ({ put }) => ({
    put: (key, value) => put(key, value.slice(0, 65_535)),
  })],
  ["normalizes letters", [/other scripts/], ({ put }) => ({
    put: (key, value) => put(key, value.normalize("NFC")),
  })],
  ["decodes base64", [/base64/], ({ put }) => ({
    put: (key, value) => put(key, /^[\w+/]+=$/.test(value) ? atob(value) : value),
  })],
  ["gives numbers as numbers", [/a number/, /a truth value/], ({ get }) => ({
    get: async (key) => {
      const value = await get(key);
      return /^(?:\d+|true)$/.test(value) ? JSON.parse(value) : value;
    },
  })],
  ["expands variables", [/a shell would expand/], ({ put }) => ({
    put: (key, value) => put(key, value.replaceAll("$HOME", "/home/ada")),
  })],
  ["evaluates expressions", [/svc would evaluate/], ({ put }) => ({
    put: (key, value) => put(key, value.replace(/\$\{\{.*\}\}/, "evaluated")),
  })],
  ["unescapes URLs", [/a URL would escape/], ({ put }) => ({
    put: (key, value) => put(key, value.includes("%20") ? decodeURIComponent(value) : value),
  })],
  ["parses JSON", [/: JSON$/], ({ put }) => ({
    put: (key, value) =>
      put(key, value.startsWith("{") ? JSON.stringify(JSON.parse(value)) : value),
  })],
  ["wraps keys again", [/a private key/], ({ put }) => ({
    put: (key, value) => put(key, value.startsWith("-----") ? value.replaceAll("\n", " ") : value),
  })],
  ["drops line ends in front", [/two line ends/], ({ put }) => ({
    put: (key, value) => put(key, value.replace(/^\n+/, "")),
  })],
  ["keeps what it has read", [/takes the place of the first/], (vault) => {
    const read = new Map<string, string>();
    return {
      get: async (key) => {
        const value = read.get(key) ?? await vault.get(key);
        read.set(key, value);
        return value;
      },
    };
  }],
  ["adds in place of replacing", [/takes the place of the first/], ({ secrets, list }) => {
    let puts = 0;
    return {
      put: (key, value) => Promise.resolve((puts++, void secrets.set(key, value))),
      list: async () => puts > secrets.size ? [...await list(), ...await list()] : await list(),
    };
  }],
  ["takes keys in any case for one", [/differ only in case/], ({ secrets, get, put }) => ({
    get: (key) => get(key.toLowerCase()),
    put: (key, value) => put(key.toLowerCase(), value),
    list: () => Promise.resolve([...secrets.keys()].map((key) => key.toUpperCase())),
  })],
  ["changes unusual keys", [/unusual key/], ({ get, put, delete: remove }) => {
    const plain = (key: string) => key.replaceAll(/[^\w.-]/g, "_");
    return {
      get: (key) => get(plain(key)),
      put: (key, value) => put(plain(key), value),
      delete: (key) => remove(plain(key)),
    };
  }],
  ["lists one page", [/each key once/], ({ list }) => ({
    list: async () => (await list()).slice(0, 100),
  })],
  ["lists values beside the keys", [/each key once/], ({ secrets }) => ({
    list: () =>
      Promise.resolve(
        (secrets.size > 100 ? [...secrets] : [...secrets.keys()]) as unknown as string[],
      ),
  })],
  ["has no room for two at once", [/at once/], ({ secrets, put }) => ({
    async put(key, value) {
      const before = [...secrets];
      await new Promise<void>((resolve) => setTimeout(resolve, 1));
      secrets.clear();
      for (const [one, other] of before) secrets.set(one, other);
      await put(key, value);
    },
  })],
  ["forgets only for itself", [/deleted is gone/], (vault) => {
    const gone = new Set<string>();
    return {
      get: (key) => gone.has(key) ? Promise.reject(new Error("gone")) : vault.get(key),
      put: (key, value) => (gone.delete(key), vault.put(key, value)),
      list: async () => (await vault.list()).filter((key) => !gone.has(key)),
      delete: async (key) => (await vault.get(key), void gone.add(key)),
    };
  }],
  ["deletes what begins alike", [/deleted is gone/], ({ secrets, delete: remove }) => ({
    async delete(key) {
      await remove(key);
      for (const other of [...secrets.keys()]) if (other.startsWith(key)) secrets.delete(other);
    },
  })],
  ["deletes nothing without a word", [/deleting a key that is not there/], ({ secrets }) => ({
    delete: (key) => Promise.resolve(void secrets.delete(key)),
  })],
  ["is called otherwise each time", [/getName/], () => ({ getName: () => crypto.randomUUID() })],
];

for (const [what, noticed, change] of BROKEN) {
  Deno.test(`a vault that ${what} is noticed`, async () => {
    const { open, unreachable } = memory();
    const outcomes = await checkVault({
      open: (name) => {
        const vault = open(name);
        return { ...vault, ...change(vault) };
      },
      unreachable,
    });
    const failed = outcomes.filter(({ passed }) => !passed);
    for (const rule of noticed) ok(failed.some((one) => rule.test(one.rule)), `${rule}`);
    for (const { problem } of failed) match(problem!, /\w/);
    ok(failed.length <= noticed.length + 3, failed.map(({ rule }) => rule).join("\n"));
  });
}

/** Broken in how they are opened. */
const OPENED: [what: string, noticed: RegExp, subject: () => VaultSubject][] = [
  ["keeps nothing for the next process", /the next process/, () => ({
    open: () => memory().open("x"),
  })],
  ["has one place for all vaults", /do not see each other/, () => {
    const { open } = memory();
    return { open: () => open("x") };
  }],
  ["answers though it cannot reach anything", /cannot be reached/, () => {
    const { open } = memory();
    return { open, unreachable: () => open("x") };
  }],
  ["shows a value that it could not keep", /cannot be reached/, () => {
    const { open, unreachable } = memory();
    const put = (key: string, value: string) =>
      Promise.reject(new Error(`could not put ${key}=${value}`));
    return { open, unreachable: () => ({ ...unreachable(), put }) };
  }],
  ["never answers", /new vault is empty/, () => ({
    open: (name) => ({ ...memory().open(name), list: () => new Promise(() => {}) }),
    timeoutMs: 20,
  })],
];
for (const [what, noticed, subject] of OPENED) {
  Deno.test(`a vault that ${what} is noticed`, async () => {
    const failed = (await checkVault(subject())).filter(({ passed }) => !passed);
    ok(failed.some(({ rule }) => noticed.test(rule)), failed.map(({ rule }) => rule).join("\n"));
  });
}

Deno.test("every rule is one that some broken vault fails", () => {
  const noticed = [...BROKEN.flatMap(([, rules]) => rules), ...OPENED.map(([, rule]) => rule)];
  const unproven = VAULT_RULES.filter(({ name }) => !noticed.some((rule) => rule.test(name)));
  deepEqual(unproven.map(({ name }) => name), ["a value is given back as it was put: plain text"]);
});
