import assert from "node:assert/strict";
import { writeGreeting } from "../process/greeting.ts";
import { readUntil } from "../process/read_until.ts";
import { fetchingModel } from "./fetching.ts";

/** One person in their surroundings. */
export interface Someone {
  username: string;
  password: string;
  home: string;
  work: string;
  checksTypes: boolean;
  /** An address that answers `hello`. */
  asked: string;
  /** Runs `svc` to its end, which has to be a good one. */
  ok(args: readonly string[], stdin?: string): Promise<string>;
  /** Starts `svc`. */
  start(args: readonly string[]): Deno.ChildProcess;
  /** Says that the repository has its files. */
  hasRepository(): Promise<void>;
}

/** What everybody does, in order. */
export const STEPS = {
  "logs in": async ({ ok, username, password }) => {
    await ok(["auth", "login", "--username", username], `${password}\n`);
  },
  pushes: async ({ ok, home, username, checksTypes }) => {
    const name = `@${username}/greeting`;
    const manifest = await writeGreeting(`${home}/greeting`, name, "2026.11.21.1");
    await ok(["extension", "push", manifest, "--yes", ...checksTypes ? [] : ["--no-check"]]);
  },
  pulls: async ({ ok, username }) => {
    await ok(["init"]);
    await ok(["extension", "pull", `@${username}/greeting`, "--yes"]);
  },
  "creates behaviors": async ({ ok, work, username, hasRepository }) => {
    await ok(["behavior", "create", `@${username}/greeting`, "hello"]);
    await ok(["behavior", "create", "command/shell", "shell"]);
    await Deno.mkdir(`${work}/extensions/models`, { recursive: true });
    await Deno.writeTextFile(`${work}/extensions/models/ask.ts`, fetchingModel(`@${username}/ask`));
    await ok(["behavior", "create", `@${username}/ask`, "ask"]);
    await ok(["vault", "create", "local_encryption", "main"]);
    await hasRepository();
  },
  runs: async ({ ok, asked }) => {
    await ok(["behavior", "run", "hello", "greet", "--input", "name=Zoë 東京"]);
    assert.match(await ok(["data", "get", "hello", "greeting"]), /Hello, Zoë 東京!/);
    await ok(["behavior", "run", "shell", "execute", "--input", 'run=printf ok > "$TMPDIR/x"']);
    const ask = ["behavior", "run", "ask", "ask", "--allow", `net:${new URL(asked).host}`];
    await ok([...ask, "--input", `url=${asked}`, "--input", "node=https://localhost:1/"]);
    assert.match(await ok(["data", "get", "ask", "main"]), /status 200/);
  },
  "keeps secrets": async ({ ok }) => {
    await ok(["vault", "put", "main", "TOKEN"], "s3cr3t é");
    assert.equal(await ok(["vault", "get", "main", "TOKEN"]), "s3cr3t é");
  },
  serves: async ({ start }) => {
    const child = start(["serve", "--port", "0", "--json"]);
    const log = new Response(child.stderr).text();
    const { text, rest } = await readUntil(child.stdout, /"listening"/).catch(async (error) => {
      throw new Error(await log, { cause: error });
    });
    const { url } = JSON.parse(text.split("\n").find((line) => line.includes('"listening"'))!);
    assert.equal(await (await fetch(`${url}/health`)).json().then(({ status }) => status), "ok");
    child.kill("SIGTERM");
    const [{ code }] = await Promise.all([child.status, rest, log]);
    assert.equal(code, 0, await log);
  },
} satisfies Record<string, (someone: Someone) => Promise<void>>;

export type StepName = keyof typeof STEPS;
