import { z } from "npm:zod@4";

const SEPARATOR = "\x1f";

const CommitSchema = z.object({
  sha: z.string().regex(/^[0-9a-f]{40}$/),
  author: z.string(),
  email: z.string(),
  date: z.iso.datetime({ offset: true }),
  subject: z.string(),
});
type Commit = z.infer<typeof CommitSchema>;

class GitError extends Error {
  constructor(public readonly code: number, args: string[], stderr: string) {
    super(`git ${args[0]} failed (${code}): ${stderr.trim()}`);
    this.name = "GitError";
  }
}

class Git {
  private readonly cwd: string;
  constructor(cwd: string, private readonly bin = "git") {
    this.cwd = cwd;
  }
  async run(...args: string[]): Promise<string> {
    const { code, success, stdout, stderr } = await new Deno.Command(this.bin, {
      args,
      cwd: this.cwd,
      env: { GIT_TERMINAL_PROMPT: "0" },
      stdout: "piped",
      stderr: "piped",
    }).output();
    if (!success) {
      throw new GitError(code, args, new TextDecoder().decode(stderr));
    }
    return new TextDecoder().decode(stdout);
  }
}

function parse(line: string): Commit {
  const [sha = "", author = "", email = "", date = "", subject = ""] = line
    .split(SEPARATOR);
  return { sha, author, email, date, subject };
}

/** What happened in a git repository. */
export const model = {
  type: "@fieldnotes/git-history",
  version: "2026.06.04.1",
  globalArguments: z.object({
    path: z.string().describe("The folder of the repository"),
    branch: z.string().default("HEAD"),
  }),
  resources: {
    commit: {
      description: "A commit",
      schema: CommitSchema,
      lifetime: "infinite",
      garbageCollection: 1,
    },
    summary: {
      description: "Numbers of the last look",
      schema: z.object({
        commits: z.number().int(),
        authors: z.record(z.string(), z.number()),
        head: z.string(),
        previousHead: z.string().nullable().default(null),
      }),
      lifetime: "infinite",
      garbageCollection: 30,
    },
  },
  methods: {
    collect: {
      description: "Read the newest commits",
      arguments: z.object({
        limit: z.number().int().min(1).max(1000).default(20),
      }),
      // deno-lint-ignore no-explicit-any
      execute: async (args: { limit: number }, context: any) => {
        const git = new Git(context.globalArgs.path);
        const format = ["%H", "%an", "%ae", "%aI", "%s"].join("%x1f");
        const log = await git.run(
          "log",
          `--max-count=${args.limit}`,
          `--format=${format}`,
          context.globalArgs.branch,
        );
        const commits = log.split("\n").filter(Boolean).map(parse);
        const previous = await context.readResource("summary").catch(() =>
          null
        );
        const authors: Record<string, number> = {};
        for (const { email } of commits) {
          authors[email] = (authors[email] ?? 0) + 1;
        }
        const handles = commits.map((c) =>
          context.writeResource("commit", `commit-${c.sha.slice(0, 12)}`, c)
        );
        handles.push(context.writeResource("summary", "summary", {
          commits: commits.length,
          authors,
          head: commits[0]?.sha ?? "",
          previousHead: previous?.head ?? null,
        }));
        context.logger.info(
          `read ${commits.length} commits of ${context.globalArgs.path}`,
        );
        return { dataHandles: await Promise.all(handles) };
      },
    },
    changed: {
      description: "The files that a commit changed",
      arguments: z.object({ commit: z.string() }),
      // deno-lint-ignore no-explicit-any
      execute: async (args: { commit: string }, context: any) => {
        const git = new Git(context.globalArgs.path);
        const out = await git.run(
          "show",
          "--name-only",
          "--format=",
          args.commit,
        );
        return { dataHandles: [], result: out.trim().split("\n") };
      },
    },
  },
};
