import { installedClient } from "./installed.ts";

/** What a finished `svc` left behind. */
export interface SvcResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** How one `svc` command is started. */
export interface SvcOptions {
  /** Given on stdin; nothing when absent. */
  stdin?: string;
  cwd?: string;
  env?: Readonly<Record<string, string>>;
}

/** A person at a terminal of their own: a home folder, a working folder, a registry. */
export interface Person extends AsyncDisposable {
  /** Their home folder; the client's configuration is below it. */
  home: string;
  /** A folder for their behavior repository. */
  work: string;
  /** Variables each of their commands starts with. */
  env: Record<string, string>;
  /** Runs `svc` to its end. */
  svc(args: readonly string[], options?: SvcOptions): Promise<SvcResult>;
  /** Runs `svc` and gives its stdout; throws with its stderr when it fails. */
  ok(args: readonly string[], options?: SvcOptions): Promise<string>;
  /** Starts `svc` and leaves it running. */
  start(args: readonly string[], options?: SvcOptions): Deno.ChildProcess;
}

/** The launcher that users have on their PATH. */
export const LAUNCHER = await installedClient();

/**
 * A person whose commands go to the registry at `serverUrl`. Their folders go with them.
 *
 * @param launcher their `svc`, below their home folder
 */
export async function createPerson(
  serverUrl: string,
  env: Readonly<Record<string, string>> = {},
  launcher: (home: string) => string = () => LAUNCHER,
): Promise<Person> {
  const folder = await Deno.makeTempDir({ prefix: "svc-person-" });
  const home = `${folder}/home`;
  const work = `${folder}/work`;
  await Deno.mkdir(home);
  await Deno.mkdir(work);
  await Deno.mkdir(`${folder}/tmp`);
  const all: Record<string, string> = {
    ...surroundings(),
    HOME: home,
    XDG_CONFIG_HOME: `${home}/.config`,
    // What a killed command leaves behind goes with the person.
    TMPDIR: `${folder}/tmp`,
    NO_COLOR: "1",
    SVC_CLUB_URL: serverUrl,
    // Packages that extensions import are fetched once, for all persons.
    DENO_DIR: Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`,
    ...env,
  };

  const start = (args: readonly string[], options: SvcOptions = {}) =>
    new Deno.Command(launcher(home), {
      args: [...args],
      cwd: options.cwd ?? work,
      clearEnv: true,
      env: { ...all, ...options.env },
      stdin: options.stdin === undefined ? "null" : "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();

  const svc = async (args: readonly string[], options: SvcOptions = {}) => {
    const child = start(args, options);
    if (options.stdin !== undefined) {
      const writer = child.stdin.getWriter();
      await writer.write(new TextEncoder().encode(options.stdin));
      await writer.close();
    }
    const { code, stdout, stderr } = await child.output();
    const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    return { code, stdout: decode(stdout), stderr: decode(stderr) };
  };

  return {
    home,
    work,
    env: all,
    svc,
    start,
    async ok(args, options) {
      const { code, stdout, stderr } = await svc(args, options);
      if (code !== 0) throw new Error(`svc ${args.join(" ")} ended with ${code}:\n${stderr}`);
      return stdout;
    },
    async [Symbol.asyncDispose]() {
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/**
 * What the machine needs set (proxies, certificates, PATH), without anything that svc, gh or a vault
 * reads, or a CI job has, and without the settings of whoever runs the tests by npm.
 */
function surroundings(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(Deno.env.toObject()).filter(([name]) =>
      !/^(?:SVC|GH|GITHUB|ACTIONS|XDG|BAO|VAULT|PASSWORD_STORE)_|^GNUPGHOME$|^npm_config_userconfig$/i
        .test(name) && !/^(?:GITLAB_CI|BUILDKITE|CIRCLECI|GCE_METADATA_HOST)$/.test(name)
    ),
  );
}
