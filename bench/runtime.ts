// What a run costs: `svc behavior run` of a method that writes once, against an empty `deno run` and
// against `deno run` of the same method's source. The client is the package as npm installs it.
import { report } from "./budget/report.ts";
import { installedClient } from "./client/installed.ts";
import { GREET, zodModelText } from "../packages/runtime/testing/extension.ts";
import { greeterRepository } from "../packages/runtime/testing/repository.ts";

const ROUNDS = Number(Deno.env.get("BENCH_ROUNDS") ?? 15);
const root = await Deno.realPath(`${import.meta.dirname}/..`);
const installation = await Deno.makeTempDir({ prefix: "svc-bench-" });
try {
  await compare(await installedClient(root, installation), zodModelText(GREET));
} finally {
  await Deno.remove(installation, { recursive: true });
}

async function compare(svc: string, model: string): Promise<void> {
  await using greeter = await greeterRepository(model);
  const folder = greeter.repository.root;
  const direct = `${folder}/direct.ts`;
  await Deno.writeTextFile(
    direct,
    `${model}
const { schema } = model.resources.greeting;
const args = model.methods.greet.arguments.parse({ name: "Ada" });
await model.methods.greet.execute(args, {
  async writeResource(_spec, name, data) {
    const path = ${JSON.stringify(`${folder}/out-`)} + name;
    await Deno.writeTextFile(path, JSON.stringify(schema.parse(data)));
    return { name };
  },
});
`,
  );
  const empty = `${folder}/empty.ts`;
  await Deno.writeTextFile(empty, "export {};\n");
  const alone = [Deno.execPath(), "run", "-A", "--no-config", "--no-lock", "--no-check"];
  // What it is granted is kept with the person: here, in the folder that goes away.
  Deno.env.set("XDG_CONFIG_HOME", `${folder}/config`);
  const [startMs, sourceMs, oursMs] = await interleaved([
    [Deno.execPath(), "run", "--no-config", "--no-lock", empty],
    [...alone, direct],
    [
      svc,
      ...["behavior", "run", "hello", "greet", "--input", "name=Ada", "--json"],
      ...["--repo-dir", folder],
    ],
  ]) as [number, number, number];
  report("run", oursMs / startMs);
  await say(
    `a method that writes one resource, medians of ${ROUNDS} rounds\n` +
      `  empty deno run ${startMs.toFixed(0)} ms, deno run of its source ${
        sourceMs.toFixed(0)
      } ms, ` +
      `svc behavior run ${oursMs.toFixed(0)} ms: ${
        (oursMs / startMs).toFixed(2)
      }x the empty run, ` +
      `${(oursMs / sourceMs).toFixed(2)}x the source\n`,
  );
}

/** The median time of each command, run in turns so that a busy moment hits all alike. */
async function interleaved(commands: readonly string[][]): Promise<number[]> {
  const times: number[][] = commands.map(() => []);
  for (let round = -1; round < ROUNDS; round++) {
    for (const [index, [command, ...args]] of commands.entries()) {
      const started = performance.now();
      await succeeds(command!, args);
      // The first round fills caches.
      if (round >= 0) times[index]!.push(performance.now() - started);
    }
  }
  return times.map((list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)]!);
}

async function succeeds(command: string, args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(command, { args, stdout: "null" }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}

async function say(text: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(text));
}
