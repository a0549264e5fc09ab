import { rejects } from "node:assert/strict";
import { startOutside } from "@svc/fakes/outside";
import { signUp } from "../process/account.ts";
import { startServer } from "../process/server.ts";
import { ownClient } from "./client.ts";
import { type Life, type Row, ROWS } from "./rows.ts";
import { type Someone, type StepName, STEPS } from "./steps.ts";

/** What all rows share. */
interface Ground {
  folder: string;
  client: string;
  env: Record<string, string>;
  asked: string;
}

/** The person `user` in these surroundings. */
async function someone(ground: Ground, user: string, folder: string, life: Life): Promise<Someone> {
  const { username, password } = await signUp(ground.env["SVC_CLUB_URL"]!, user);
  const { home = `${folder}/home`, work = `${folder}/work`, words = [], user: owner } = life;
  const { checksTypes = false } = life;
  const temporary = `${folder}/tmp`;
  for (const path of [home, work, temporary]) {
    await Deno.mkdir(path, { recursive: true });
    if (owner !== undefined) await Deno.chown(path, owner, owner);
  }
  const [program = "", ...first] = [...words, ground.client];
  const start = (args: readonly string[], stdin?: string) =>
    new Deno.Command(program, {
      args: [...first, ...args],
      cwd: work,
      clearEnv: true,
      env: { ...ground.env, HOME: home, TMPDIR: temporary, ...life.env },
      stdin: stdin === undefined ? "null" : "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  return {
    username,
    password,
    home,
    work,
    checksTypes,
    asked: ground.asked,
    start,
    async ok(args, stdin) {
      const child = start(args, stdin);
      if (stdin !== undefined) await new Response(stdin).body!.pipeTo(child.stdin);
      const { code, stdout, stderr } = await child.output();
      const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
      if (code === 0) return text(stdout);
      throw new Error(`svc ${args.join(" ")} ended with ${code}: ${text(stderr)}`);
    },
    async hasRepository() {
      await life.withRepository?.(work);
    },
  };
}

/** Does every step in a row's surroundings; what the machine lacks for it, otherwise. */
async function inRow(ground: Ground, row: Row, index: number): Promise<string | undefined> {
  const folder = `${ground.folder}/${index}`;
  await Deno.mkdir(folder);
  const life = await row.setUp({ folder });
  if ("lacks" in life) return life.lacks;
  try {
    const one = await someone(ground, `row${index}`, folder, life);
    for (const name of Object.keys(STEPS) as StepName[]) {
      const refused = life.refused?.[name];
      try {
        if (refused === undefined) await STEPS[name](one);
        else await rejects(() => STEPS[name](one), refused);
      } catch (error) {
        throw new Error(`"${name}" failed`, { cause: error });
      }
    }
    return undefined;
  } finally {
    await life.undo?.();
  }
}

Deno.test("the main stories work in the surroundings that people have", async (test) => {
  await using outside = startOutside();
  await using server = await startServer({ env: outside.env });
  await using hello = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    () => new Response("hello"),
  );
  const folder = await Deno.makeTempDir({ prefix: "svc-surroundings-" });
  try {
    await Deno.chmod(folder, 0o755);
    const ground: Ground = {
      folder,
      client: await ownClient(folder),
      env: { ...outside.env, PATH: Deno.env.get("PATH")!, SVC_CLUB_URL: server.url },
      asked: `http://127.0.0.1:${hello.addr.port}/`,
    };
    // As many side by side as the machine of the tests has processors.
    const lanes = [Promise.resolve(), Promise.resolve()];
    const rows = ROWS.map((row, index) => {
      const lane = index % lanes.length;
      const done = lanes[lane]!.then(() => inRow(ground, row, index));
      lanes[lane] = done.then(() => {}, () => {});
      return { name: row.name, done };
    });
    await Promise.all(lanes);
    for (const { name, done } of rows) {
      const lacks = await done.catch(() => undefined);
      await test.step({
        name: lacks === undefined ? name : `${name} (${lacks})`,
        ignore: lacks !== undefined,
        fn: async () => void await done,
      });
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
