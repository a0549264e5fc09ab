/** How a git command went. */
export interface GitResult {
  code: number;
  stdout: Uint8Array<ArrayBuffer>;
  stderr: string;
}

/** What a git command gets beside its arguments. */
export interface GitOptions {
  /** Standard input. */
  input?: string | Uint8Array<ArrayBuffer> | undefined;
  env?: Readonly<Record<string, string>> | undefined;
}

/** A bare repository on the disk, run by the real git. */
export interface Bare {
  /** Absolute path, made when the first command runs. */
  folder: string;
  /** Runs a command, whatever comes of it. */
  run(args: readonly string[], options?: GitOptions): Promise<GitResult>;
  /** Standard output of a command that must succeed, without the last line break. */
  text(args: readonly string[], options?: GitOptions): Promise<string>;
  /** Makes the folder without running anything else. */
  made(): Promise<void>;
  /** Grows whenever references may have moved. */
  moves: number;
}

/** Commands of git that move references. */
const MOVING: ReadonlySet<string> = new Set(["update-ref", "fetch", "fast-import", "symbolic-ref"]);

/** Commands that only read. One request asks for the same references and commits many times. */
const READING: ReadonlySet<string> = new Set([
  "cat-file",
  "check-ref-format",
  "diff-tree",
  "for-each-ref",
  "log",
  "ls-tree",
  "merge-base",
  "rev-list",
  "rev-parse",
]);

/** As many answers are remembered. */
const MOST_READ = 1000;

/** Nothing of the machine's own configuration has a say, and nobody is asked for a password. */
const ENVIRONMENT = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_TERMINAL_PROMPT: "0",
  LC_ALL: "C",
  GIT_AUTHOR_NAME: "GitHub",
  GIT_AUTHOR_EMAIL: "noreply@github.com",
  GIT_COMMITTER_NAME: "GitHub",
  GIT_COMMITTER_EMAIL: "noreply@github.com",
};

/** Clients may push, fetch a part of the history, and fetch any commit by its id. Only the host writes below `refs/pull`. */
const CONFIG = `[core]
	repositoryformatversion = 0
	bare = true
	logAllRefUpdates = false
[http]
	receivepack = true
[uploadpack]
	allowFilter = true
	allowAnySHA1InWant = true
[receive]
	denyDeleteCurrent = true
	hideRefs = refs/pull
[gc]
	auto = 0
[maintenance]
	auto = false
`;

/**
 * A repository at `folder` that is empty until something is written.
 *
 * @param first a stream for `git fast-import` to begin with, read when the repository is first used
 */
export function openBare(folder: string, first?: string): Bare {
  let making: Promise<void> | undefined;
  const made = () => making ??= make(folder, first);

  let read = new Map<string, Promise<GitResult>>();
  let readAt = 0;
  const run: Bare["run"] = async (args, options = {}) => {
    await made();
    const ran = () => runGit(["--git-dir", folder, ...args], options);
    const command = args.find((word) => !word.startsWith("--"))!;
    if (!READING.has(command)) {
      const result = await ran();
      read = new Map();
      if (MOVING.has(command)) bare.moves += 1;
      return result;
    }
    if (readAt !== bare.moves || read.size >= MOST_READ) read = new Map();
    readAt = bare.moves;
    const key = JSON.stringify([args, options.input]);
    const found = read.get(key) ?? ran();
    read.set(key, found);
    return await found;
  };
  const bare: Bare = {
    folder,
    made,
    run,
    moves: 0,
    async text(args, options) {
      const { code, stdout, stderr } = await run(args, options);
      if (code !== 0) throw new Error(`git ${args.join(" ")}: ${code} ${stderr}`);
      return new TextDecoder().decode(stdout).replace(/\n$/, "");
    },
  };
  return bare;
}

/** Runs git with a fixed environment. */
export async function runGit(
  args: readonly string[],
  { input, env = {} }: GitOptions = {},
): Promise<GitResult> {
  const child = new Deno.Command("git", {
    args: [...args],
    env: { ...ENVIRONMENT, ...env },
    stdin: input === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  if (input !== undefined) await feed(child.stdin, input);
  const { code, stdout, stderr } = await child.output();
  return {
    code,
    stdout: stdout as Uint8Array<ArrayBuffer>,
    stderr: new TextDecoder().decode(stderr),
  };
}

/** A command that refuses may close its input early; its exit status tells what happened. */
async function feed(
  stdin: WritableStream<Uint8Array>,
  input: string | Uint8Array<ArrayBuffer>,
): Promise<void> {
  const writer = stdin.getWriter();
  const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
  await writer.write(bytes).then(() => writer.close()).catch(() => {});
}

/** What `git init --bare` makes, without its samples. */
async function make(folder: string, first: string | undefined): Promise<void> {
  await Deno.mkdir(`${folder}/refs/heads`, { recursive: true });
  await Deno.mkdir(`${folder}/objects/info`, { recursive: true });
  await Deno.writeTextFile(`${folder}/HEAD`, "ref: refs/heads/main\n");
  await Deno.writeTextFile(`${folder}/config`, CONFIG);
  if (first === undefined) return;
  const args = ["--git-dir", folder, "fast-import", "--quiet"];
  const { code, stderr } = await runGit(args, { input: first });
  if (code !== 0) throw new Error(`git fast-import: ${code} ${stderr}`);
}
