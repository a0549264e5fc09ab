import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { isSvcError } from "@svc/core/error";
import { providerRepository, vaultText } from "../testing/providing.ts";
import { isRunning, untilBusy, untilGone } from "../testing/process.ts";
import { refusal } from "../testing/refusal.ts";
import { openVaultProvider } from "./vault.ts";
import type { OpenOptions } from "./subject.ts";
import type { VaultProvider } from "./vault_provider.ts";

/** A vault that does what the key says. */
const KEEPER = vaultText({
  before: `
const kept = new Map<string, string>();
const SECRET = "s3cr3t-value-of-a-key";
const attempts: Record<string, () => unknown> = {
  hang: () => new Promise(() => {}),
  loop: () => { for (;;); },
  megabytes: () => "x".repeat(5_000_000),
  flood: () => "x".repeat(40_000_000),
  "just too long": () => "é".repeat(32 * 1024) + "x",
  longest: () => "é".repeat(32 * 1024),
  number: () => 7,
  null: () => null,
  nothing: () => undefined,
  list: () => ["a"],
  object: () => ({ toJSON: () => "made up" }),
  "no json": () => { const a: any = {}; a.a = a; return a; },
  bigint: () => 7n,
  half: () => "\\ud800",
  "throws text": () => { throw "no text"; },
  "throws null": () => { throw null; },
  "throws a trap": () => { throw new Proxy({}, { get() { throw new Error("trap"); }, getPrototypeOf() { throw new Error("trap"); } }); },
  "throws an error": () => { throw new TypeError("the store said no"); },
  "throws its value": () => { throw new Error("cannot decode " + SECRET); },
  prints: () => { console.log("printing " + SECRET); Deno.stdout.writeSync(new TextEncoder().encode("raw " + SECRET + "\\n")); Deno.stderr.writeSync(new TextEncoder().encode("err " + SECRET + "\\n")); return SECRET; },
  "prints base64": () => { console.warn(btoa(SECRET)); return SECRET; },
  exits: () => Deno.exit(0),
  memory: () => { const all = []; for (;;) all.push(new Array(100_000).fill(Math.random())); },
  net: async () => { await fetch("http://127.0.0.1:45678/"); },
  read: async () => await Deno.readTextFile("/etc/hostname"),
  write: async () => { await Deno.writeTextFile("out.txt", "x"); },
  env: () => String(Deno.env.get("SVC_TEST_SECRET") ?? "unset"),
  run: async () => { await new Deno.Command("id").output(); },
  "swallows a refusal": async () => { try { await fetch("http://127.0.0.1:45678/"); } catch { /* as libraries do */ } throw new Error("no connection"); },
  pid: () => String(Deno.pid),
  "two answers": () => { const w = Deno.stdout.writeSync.bind(Deno.stdout); void w; return "one"; },
  prototype: () => { (Object.prototype as any).value = "polluted"; (Array.prototype as any).toJSON = () => "polluted"; return "still mine"; },
  json: () => { JSON.stringify = () => "broken"; JSON.parse = () => { throw new Error("broken"); }; return "json"; },
  later: () => { setTimeout(() => { throw new Error("later"); }, 0); return new Promise(() => {}); },
  unhandled: () => { Promise.reject(new Error("nobody caught this")); return "fine"; },
};
`,
  body: `
    return {
      getName: () => name,
      async get(key: string) {
        if (Object.hasOwn(attempts, key)) return await attempts[key]();
        if (!kept.has(key)) throw new Error("no such thing");
        return kept.get(key)!;
      },
      async put(key: string, value: string) {
        if (key === "refused") throw new Error("will not keep " + value + " or " + btoa(value));
        kept.set(key, value);
      },
      async list() { return [...Object.keys(attempts).filter((one) => one !== "nothing"), ...kept.keys()]; },
      async delete(key: string) {
        if (key === "coded") throw Object.assign(new Error("gone"), { code: "not_found" });
        if (!kept.delete(key)) throw new Error("no such thing");
      },
    };`,
});

const VAULT = { id: "0", name: "team", type: "@acme/keeper", config: {} };

/** The repository of all tests here, as bundling takes longer than most. */
const here = await providerRepository({ "vaults/keeper.ts": KEEPER });
Deno.test.afterAll(async () => await here[Symbol.asyncDispose]());

async function open(options: OpenOptions = {}): Promise<VaultProvider> {
  return await openVaultProvider(here.repository, VAULT, options);
}

Deno.test("a vault of an extension keeps, gives, lists and forgets secrets", async () => {
  await using vault = await open();
  await vault.put("A", "first");
  await vault.put("A", "second");
  await vault.put("ключ", "ünï\ncode ${{ vault.get('x','y') }}");
  equal(await vault.get("A"), "second");
  equal(await vault.get("ключ"), "ünï\ncode ${{ vault.get('x','y') }}");
  const keys = await vault.list();
  ok(keys.includes("A") && keys.includes("ключ"));
  deepEqual(keys, [...keys].sort());
  await vault.delete!("A");
  await rejects(
    vault.get("A"),
    refusal("secret_not_found", /team.*'A'/, /svc vault list-keys team/),
  );
});

Deno.test("an absent key is told from a failure by the list, or by the code of the error", async () => {
  await using vault = await open();
  await rejects(vault.get("ABSENT"), refusal("secret_not_found", /ABSENT/));
  await rejects(vault.delete!("ABSENT"), refusal("secret_not_found"));
  await rejects(vault.delete!("coded"), refusal("secret_not_found", /coded/));
  await rejects(vault.get("nothing"), refusal("secret_not_found", /nothing/));
  await rejects(
    vault.get("throws an error"),
    refusal("vault_failed", /TypeError: the store said no/),
  );
});

const WRONG: readonly [key: string, ...words: RegExp[]][] = [
  ["number", /a number/],
  ["null", /no value/],
  ["list", /a list/],
  ["megabytes", /5000000 bytes/],
  ["just too long", /65537 bytes/],
  ["half", /half of a character/],
  ["throws text", /no text/],
  ["throws null", /null/],
  ["throws a trap", /cannot be shown/],
  ["no json", /./],
  ["bigint", /./],
];

Deno.test("an answer that is not a secret is refused, and costs only its own call", async () => {
  await using vault = await open();
  const pid = await vault.get("pid");
  for (const [key, ...words] of WRONG) {
    await rejects(vault.get(key), refusal("vault_failed", /team/, ...words), key);
  }
  equal((await vault.get("longest")).length, 32 * 1024);
  equal(await vault.get("object"), "made up");
  equal(await vault.get("pid"), pid);
});

const DEADLY: readonly [key: string, code: "vault_failed" | "timeout", ...words: RegExp[]][] = [
  ["exits", "vault_failed", /ended its own process \(exit code 0\)/],
  ["flood", "vault_failed", /more than 16 MB in one line/],
  ["later", "vault_failed", /./],
];

Deno.test("a provider that ends its process costs its own call, and the next one starts it again", async () => {
  await using vault = await open();
  for (const [key, code, ...words] of DEADLY) {
    await vault.put("A", "kept");
    await rejects(vault.get(key), refusal(code, ...words), key);
    await rejects(vault.get("A"), refusal("secret_not_found"), "it is a new process");
  }
});

Deno.test("a provider that hangs or loops is killed from outside, and the next call starts it again", async () => {
  await using vault = await open();
  for (const key of ["hang", "loop"]) {
    const pid = Number(await vault.get("pid"));
    await rejects(
      vault.get(key, { timeLimitMs: 300 }),
      refusal("timeout", new RegExp(`get of ${key} in the vault 'team' took longer`)),
    );
    await untilGone(pid);
    ok(Number(await vault.get("pid")) !== pid);
  }
});

Deno.test("calls that wait for one that hangs are not lost", async () => {
  await using vault = await open();
  const hanging = vault.get("hang", { timeLimitMs: 300 });
  const [failed, pid, absent] = await Promise.allSettled([
    hanging,
    vault.get("pid"),
    vault.get("ABSENT"),
  ]);
  equal(failed.status, "rejected");
  equal(pid.status, "fulfilled");
  ok(absent.status === "rejected" && isSvcError(absent.reason));
  equal(absent.reason.code, "secret_not_found");
});

Deno.test("a cancelled call ends the process it hangs in", async () => {
  await using vault = await open();
  const pid = Number(await vault.get("pid"));
  const stop = new AbortController();
  const busy = vault.get("loop", { signal: stop.signal });
  await untilBusy(pid);
  stop.abort();
  await rejects(busy, refusal("cancelled"));
  await untilGone(pid);
  const next = await vault.get("pid");
  await rejects(vault.get("A", { signal: stop.signal }), refusal("cancelled"));
  equal(await vault.get("pid"), next, "a call that was never made ended the process");
});

Deno.test("memory is limited", async () => {
  await using vault = await open({ limits: { memoryMb: 64 } });
  await rejects(vault.get("memory"), refusal("vault_failed", /more than 64 MB of memory/));
  equal(await vault.get("longest").then(({ length }) => length), 32 * 1024);
});

Deno.test("what was not granted is refused, named, and granted by the command that it names", async () => {
  Deno.env.set("SVC_TEST_SECRET", "of the person");
  try {
    await using vault = await open();
    equal(await vault.get("env"), "unset");
    const denied: [string, RegExp][] = [
      ["net", /net 127\.0\.0\.1:45678/],
      ["swallows a refusal", /net 127\.0\.0\.1:45678/],
      ["read", /read \/etc\/hostname/],
      ["write", /write out\.txt/],
      ["run", /run id/],
    ];
    for (const [key, line] of denied) {
      await using own = await open();
      await rejects(own.get(key), refusal("permission_denied", line, /svc extension grant/), key);
    }
    await rejects(Deno.lstat(`${here.repository.root}/out.txt`), Deno.errors.NotFound);
  } finally {
    Deno.env.delete("SVC_TEST_SECRET");
  }
});

Deno.test("nothing that a provider prints or throws shows a secret that it was given or gave", async () => {
  const lines: string[] = [];
  const errors: string[] = [];
  {
    await using vault = await open({ onLog: (_, text) => lines.push(text) });
    await vault.get("prints");
    await vault.get("prints base64");
    for (const key of ["throws its value", "unhandled"]) {
      await vault.get(key).catch((error) => errors.push(`${error.message} ${error.hint}`));
    }
    await vault.put("refused", "another-s3cr3t").catch((error) => errors.push(error.message));
  }
  const all = [...lines, ...errors].join("\n");
  match(all, /printing \*\*\*/);
  match(all, /raw \*\*\*/);
  match(all, /err \*\*\*/);
  match(all, /cannot decode \*\*\*/);
  match(all, /will not keep \*\*\* or \*\*\*/);
  match(all, /nobody caught this/);
  for (const secret of ["s3cr3t-value-of-a-key", "another-s3cr3t"]) {
    for (const form of [secret, btoa(secret)]) ok(!all.includes(form), form);
  }
});

Deno.test("changed prototypes and globals break the provider and not the protocol", async () => {
  await using vault = await open();
  equal(await vault.get("prototype"), "still mine");
  await vault.put("A", "value");
  equal(await vault.get("A"), "value");
  equal(await vault.get("json"), "json");
  equal(await vault.get("A"), "value");
});

Deno.test("a vault that was disposed has no process any more and is not asked again", async () => {
  const vault = await open();
  const pid = Number(await vault.get("pid"));
  ok(await isRunning(pid));
  await vault[Symbol.asyncDispose]();
  await untilGone(pid);
  await rejects(vault.get("A"), refusal("internal", /after it was closed/));
});
