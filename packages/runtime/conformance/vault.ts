import { type Outcome, outcomesOf, type Rule, type RuleTest, testsOf } from "./rule.ts";
import { vaultRule, type VaultSubject, type VaultUnderTest, withVault } from "./vault_subject.ts";

export type { VaultSubject, VaultUnderTest } from "./vault_subject.ts";

/**
 * Checks a vault provider against every rule that svc relies on. Never throws.
 *
 * @returns for each rule whether it holds, and what happened instead
 */
export function checkVault(subject: VaultSubject): Promise<Outcome[]> {
  return outcomesOf(rulesFor(subject), subject, subject.timeoutMs);
}

/** The same rules as tests: `for (const test of vaultTests(subject)) Deno.test(test)`. */
export function vaultTests(subject: VaultSubject): RuleTest[] {
  return testsOf(rulesFor(subject), subject, subject.timeoutMs);
}

function rulesFor({ unreachable }: VaultSubject): Rule<VaultSubject>[] {
  return VAULT_RULES.filter(({ name }) => name !== UNREACHABLE || unreachable !== undefined);
}

const UNREACHABLE = "a vault that cannot be reached throws, and answers nothing";

/** Values that programs and protocols like to change on the way. */
const VALUES: Readonly<Record<string, string>> = {
  "plain text": "s3cret",
  "a line end": "with a line end\n",
  "two line ends": "\n\nin front and behind\n\n",
  "line ends of Windows": "one\r\ntwo\r\n",
  "blanks around it": "  \t padded \t ",
  "a private key":
    "-----BEGIN PRIVATE KEY-----\nMIIBVAIBADANBgkq\n+/=\n-----END PRIVATE KEY-----\n",
  "JSON": '{"user":"ada","pass":"a\\"b\\\\c\\u0041"}',
  "what looks like a number": "0123456789012345678901234567890",
  "what looks like a truth value": "true",
  "what a shell would expand": "$HOME `id` $(id) ${PATH} ~ * ! # \\ ' \" ; | &",
  "what svc would evaluate": "${{ vault.get('a', 'b') }}",
  "what a URL would escape": "a+b%20c&d=e?f#g",
  "letters of other scripts": "пароль 密码 🔑 e\u0301 \u00e9",
  "what looks like base64": "aGVsbG8=",
  "64 KiB": "x".repeat(65_536),
};

/** Keys that every vault keeps. */
const KEYS = ["TOKEN", "token", "Token", "a-b_c.d", "0", "x".repeat(64)];

/** Keys that a vault keeps as they are, or refuses. */
const RARE_KEYS = [
  "a b",
  "-n",
  "--help",
  "@file",
  "a:b",
  "a=b",
  "a%2Fb",
  "a'b\"c",
  "$HOME",
  "a*",
  ".hidden",
  "é",
  "e\u0301",
  "ключ",
  "con",
  "list",
  "__proto__",
  "x".repeat(200),
];

/** Every rule, in the order they are checked. */
export const VAULT_RULES: readonly Rule<VaultSubject>[] = [
  vaultRule("a new vault is empty", async (vault) => {
    same(await vault.list(), [], "list of a new vault");
  }),
  vaultRule(
    "a key that is not there throws, and gives neither an empty text nor another's value",
    async (vault) => {
      await throws(() => vault.get("TOKEN"), "get of a key that a new vault does not have");
      await vault.put("TOKEN", "the value of TOKEN");
      for (const key of ["TOKE", "TOKEN2"]) {
        const error = await throws(() => vault.get(key), `get of ${key}, which is not there`);
        if (!error.includes("the value of TOKEN")) continue;
        throw new Error(`the error of get of ${key} holds the value of another key`);
      }
    },
  ),
  ...Object.entries(VALUES).map(([what, value]) =>
    vaultRule(`a value is given back as it was put: ${what}`, async (vault) => {
      await vault.put("TOKEN", value);
      gives(await vault.get("TOKEN"), value);
    })
  ),
  vaultRule("a value is kept for the next process", async (vault, again) => {
    await vault.put("TOKEN", "kept");
    const next = await again();
    gives(await next.get("TOKEN"), "kept");
    same(await next.list(), ["TOKEN"], "list of the next process");
  }),
  vaultRule(
    "a value that is put again takes the place of the first, for every process",
    async (vault, again) => {
      const other = await again();
      await vault.put("TOKEN", "first, and the longer one");
      await other.get("TOKEN");
      await vault.put("TOKEN", "second");
      gives(await vault.get("TOKEN"), "second");
      gives(await other.get("TOKEN"), "second");
      same(await vault.list(), ["TOKEN"], "list after two puts of one key");
    },
  ),
  vaultRule("ordinary keys are kept apart, also those that differ only in case", async (vault) => {
    for (const key of KEYS) await vault.put(key, `of ${key}`);
    for (const key of KEYS) gives(await vault.get(key), `of ${key}`);
    same((await vault.list()).toSorted(), KEYS.toSorted(), "list");
  }),
  vaultRule("an unusual key is kept as it is, or refused", async (vault) => {
    const kept: string[] = [];
    for (const key of RARE_KEYS) {
      const put = await vault.put(key, `of ${key}`).then(() => true, () => false);
      if (put) kept.push(key);
    }
    for (const key of kept) gives(await vault.get(key), `of ${key}`);
    same((await vault.list()).toSorted(), kept.toSorted(), "list");
  }),
  vaultRule("list gives each key once, and no values", async (vault, _again, subject) => {
    const keys = Array.from({ length: subject.listed ?? 120 }, (_, at) => `KEY_${at}`);
    for (const key of keys) await vault.put(key, "hidden");
    const listed: unknown = await vault.list();
    if (!Array.isArray(listed) || !listed.every((key) => typeof key === "string")) {
      throw new Error("list gives no list of texts");
    }
    same(listed.toSorted(), keys.toSorted(), `list of ${keys.length} keys`);
  }),
  vaultRule("puts of different keys at once are all kept", async (vault, again) => {
    const other = await again();
    const keys = Array.from({ length: 12 }, (_, at) => `KEY_${at}`);
    await Promise.all(
      keys.map((key, at) => (at % 2 === 0 ? vault : other).put(key, `of ${key}`)),
    );
    same((await vault.list()).toSorted(), keys.toSorted(), "list after puts at once");
    const values = await Promise.all(keys.map((key) => other.get(key)));
    for (const [at, value] of values.entries()) gives(value, `of ${keys[at]}`);
  }),
  vaultRule(
    "two vaults do not see each other's secrets",
    (vault, _again, subject) =>
      withVault(subject, async (other) => {
        await vault.put("TOKEN", "of the first");
        same(await other.list(), [], "list of the other vault");
        await throws(() => other.get("TOKEN"), "get from the other vault");
        await other.put("TOKEN", "of the second");
        gives(await vault.get("TOKEN"), "of the first");
      }),
  ),
  vaultRule(
    "a key that is deleted is gone, for every process, and the others stay",
    async (vault, again) => {
      // A provider may do without it.
      if (vault.delete === undefined) return;
      for (const key of ["A", "B", "A2"]) await vault.put(key, `of ${key}`);
      await vault.delete("A");
      const next = await again();
      for (const provider of [vault, next]) {
        same((await provider.list()).toSorted(), ["A2", "B"], "list after a deletion");
        await throws(() => provider.get("A"), "get of a deleted key");
        gives(await provider.get("B"), "of B");
      }
      await vault.put("A", "back");
      gives(await next.get("A"), "back");
    },
  ),
  vaultRule("deleting a key that is not there throws", async (vault) => {
    if (vault.delete === undefined) return;
    await throws(() => vault.delete!("TOKEN"), "delete of a key that is not there");
  }),
  vaultRule("getName gives the same text each time", async (vault, again) => {
    if (vault.getName === undefined) return;
    const name: unknown = vault.getName();
    if (typeof name !== "string" || name === "") throw new Error("getName gives no text");
    same((await again()).getName?.(), name, "getName of the next process");
  }),
  {
    name: UNREACHABLE,
    async check(subject) {
      const vault = await subject.unreachable!();
      try {
        await throws(() => vault.get("TOKEN"), "get");
        await throws(() => vault.list(), "list");
        const error = await throws(() => vault.put("TOKEN", "hush-hush"), "put");
        if (error.includes("hush-hush")) throw new Error("the error of put holds the value");
      } finally {
        await subject.close?.(vault);
      }
    },
  },
];

/** A value is shown by its length and where it differs: real ones may be near in an author's own run. */
function gives(found: unknown, value: string): void {
  if (found === value) return;
  if (typeof found !== "string") throw new Error(`get gives ${typeof found}, not a text`);
  let at = 0;
  while (at < value.length && found[at] === value[at]) at++;
  throw new Error(
    `get gives another value: ${found.length} characters in place of ${value.length}, ` +
      `the first that differs is number ${at + 1}`,
  );
}

function same(found: unknown, wanted: unknown, what: string): void {
  const [one, other] = [found, wanted].map((value) => JSON.stringify(value));
  if (one === other) return;
  throw new Error(`${what} is ${shortened(one)}, not ${shortened(other)}`);
}

function shortened(text: string | undefined): string {
  return text !== undefined && text.length > 300 ? `${text.slice(0, 300)}…` : String(text);
}

async function throws(
  ask: () => ReturnType<VaultUnderTest[keyof Pick<VaultUnderTest, "get" | "put" | "list">]>,
  what: string,
): Promise<string> {
  let answer: unknown;
  try {
    answer = await ask();
  } catch (error) {
    return String(error);
  }
  throw new Error(`${what} does not throw; it answers with ${typeof answer}`);
}
