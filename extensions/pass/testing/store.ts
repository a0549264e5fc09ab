import { vault } from "../pass.ts";
import type { Provider } from "../../platform/secrets/provider.ts";
import type { PassConfig } from "../settings.ts";

/** A password store of its own with a key of its own, and `pass` as a person would call it there. */
export interface Store extends AsyncDisposable {
  /** Holds `store`, `gnupg` and `home`. */
  folder: string;
  /** Fingerprint of the key that the store is encrypted for. */
  key: string;
  /** Variables of a person who uses it. */
  env: Readonly<Record<string, string>>;
  /** The vault's provider, with these variables instead of the machine's. */
  open(config?: PassConfig, env?: Readonly<Record<string, string | undefined>>): Provider;
  /** Makes something with these variables instead of the machine's. */
  as<T>(body: () => T): T;
  /** Runs a program with the person's variables; gives what it printed. */
  run(program: string, args: readonly string[], input?: string): Promise<string>;
}

const VARIABLES = ["HOME", "GNUPGHOME", "PASSWORD_STORE_DIR", "PASSWORD_STORE_SIGNING_KEY", "PATH"];

/** Makes a key without a pass phrase, unless one is given, and a store for it. */
export async function passStore({ passphrase = "" } = {}): Promise<Store> {
  // Short: the path of gpg-agent's socket may have 108 bytes.
  const folder = await Deno.makeTempDir({ dir: "/tmp", prefix: "p" });
  const env = {
    PATH: Deno.env.get("PATH")!,
    HOME: `${folder}/home`,
    GNUPGHOME: `${folder}/gnupg`,
    PASSWORD_STORE_DIR: `${folder}/store`,
  };
  await Deno.mkdir(env.HOME);
  await Deno.mkdir(env.GNUPGHOME, { mode: 0o700 });
  const run = async (program: string, args: readonly string[], input = "") => {
    const child = new Deno.Command(program, {
      args: [...args],
      clearEnv: true,
      env: { ...env, LC_ALL: "C" },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    await new Response(input).body!.pipeTo(child.stdin).catch(() => {});
    const { code, stdout, stderr } = await child.output();
    if (code === 0) return new TextDecoder().decode(stdout);
    throw new Error(`${program} ${args.join(" ")}: ${new TextDecoder().decode(stderr)}`);
  };
  const key = await makeKey(run, "Team <team@example.com>", passphrase);
  await run("pass", ["init", key]);
  return {
    folder,
    key,
    env,
    run,
    as: (body) => withVariables(env, body),
    open: (config = {}, more = {}) =>
      withVariables({ ...env, ...more }, () => vault.createProvider("team", config)),
    async [Symbol.asyncDispose]() {
      await run("gpgconf", ["--kill", "all"]);
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Makes a key; gives its fingerprint. */
export async function makeKey(run: Store["run"], name: string, passphrase = ""): Promise<string> {
  await run("gpg", [
    ...["--batch", "--quiet", "--pinentry-mode", "loopback", "--passphrase", passphrase],
    ...["--quick-generate-key", name, "future-default", "default", "never"],
  ]);
  const keys = await run("gpg", ["--list-keys", "--with-colons", name]);
  return /^fpr:+([0-9A-F]{40}):/m.exec(keys)![1]!;
}

/** The provider takes what it needs of the environment when it is made. */
function withVariables<T>(env: Readonly<Record<string, string | undefined>>, body: () => T): T {
  const before = VARIABLES.map((name) => [name, Deno.env.get(name)] as const);
  const set = (name: string, value: string | undefined) =>
    value === undefined ? Deno.env.delete(name) : Deno.env.set(name, value);
  try {
    for (const name of VARIABLES) set(name, env[name]);
    return body();
  } finally {
    for (const [name, value] of before) set(name, value);
  }
}
