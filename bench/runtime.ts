// What the sandbox costs: `svc behavior run` against `deno run` of the same method, for a method that
// does next to nothing and for one that makes three requests of 50 ms each.
import { GREET, modelText } from "../packages/runtime/testing/extension.ts";
import { greeterRepository } from "../packages/runtime/testing/repository.ts";

const ROUNDS = Number(Deno.env.get("BENCH_ROUNDS") ?? 15);
const root = `${import.meta.dirname}/..`;

const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async () => {
  await new Promise((resolve) => setTimeout(resolve, 50));
  return Response.json({ ok: true });
});
const url = `http://127.0.0.1:${server.addr.port}/`;
const REQUESTS =
  `        for (let count = 0; count < 3; count++) await (await fetch("${url}")).json();\n`;

await say(`${ROUNDS} rounds, medians\n`);
try {
  await compare("a method that writes one resource", modelText(GREET));
  await compare("the same after three requests of 50 ms", modelText(REQUESTS + GREET));
} finally {
  await server.shutdown();
}

async function compare(what: string, model: string): Promise<void> {
  await using greeter = await greeterRepository(model, {
    manifest: `permissions:\n  net:\n    - 127.0.0.1:${server.addr.port}\n`,
  });
  const folder = greeter.repository.root;
  const direct = `${folder}/direct.ts`;
  await Deno.writeTextFile(
    direct,
    `${model}
const schema = model.resources.greeting.schema;
const args = model.methods.greet.arguments.parse({ name: "Ada" });
await model.methods.greet.execute(args, {
  async writeResource(_spec: string, name: string, data: unknown) {
    await Deno.writeTextFile(${
      JSON.stringify(`${folder}/out-`)
    } + name, JSON.stringify(schema.parse(data)));
    return { name };
  },
});
`,
  );
  const floor = [Deno.execPath(), "run", "-A", "--no-config", "--no-lock", direct];
  const ours = [
    `${root}/bin/svc`,
    ...["behavior", "run", "hello", "greet", "--input", "name=Ada", "--json", "--repo-dir", folder],
  ];
  const empty = `${folder}/empty.ts`;
  await Deno.writeTextFile(empty, "export {};\n");
  const start = [Deno.execPath(), "run", "--no-config", "--no-lock", empty];
  const times = await interleaved([start, floor, ours]);
  const [startMs, floorMs, oursMs] = times as [number, number, number];
  await say(
    `${what}\n` +
      `  empty deno run ${startMs.toFixed(0)} ms, deno run of it ${floorMs.toFixed(0)} ms, ` +
      `svc behavior run ${oursMs.toFixed(0)} ms: ${(oursMs / floorMs).toFixed(2)}x (aim 1.5x)\n`,
  );
}

/** The median time of each command, run in turns so that a busy moment hits all alike. */
async function interleaved(commands: readonly string[][]): Promise<number[]> {
  const times: number[][] = commands.map(() => []);
  for (let round = -1; round < ROUNDS; round++) {
    for (const [index, [command, ...args]] of commands.entries()) {
      const started = performance.now();
      const { success, stderr } = await new Deno.Command(command!, { args, stdout: "null" })
        .output();
      if (!success) throw new Error(new TextDecoder().decode(stderr));
      // The first round fills caches.
      if (round >= 0) times[index]!.push(performance.now() - started);
    }
  }
  return times.map((list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)]!);
}

async function say(text: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(text));
}
