// What the sandbox costs: `svc behavior run` against `deno run` of the same method, for a method that
// does next to nothing and for one that makes three requests of 50 ms each. Two floors: the source as a
// person would run it, and the bundle that svc has made, which spares Deno the look-up of packages; and
// for the method in a process of its own, that bundle in a Deno that a bare Deno starts. And
// what references to secrets of a vault add to a run. The client is the package as npm installs it.
import { report } from "./budget/report.ts";
import { installedClient } from "./client/installed.ts";
import { GREET, zodModelText } from "../packages/runtime/testing/extension.ts";
import { greeterRepository } from "../packages/runtime/testing/repository.ts";
import { createVault, openVault } from "../packages/runtime/providers/vaults/mod.ts";

const ROUNDS = Number(Deno.env.get("BENCH_ROUNDS") ?? 15);
const root = await Deno.realPath(`${import.meta.dirname}/..`);
const installation = await Deno.makeTempDir({ prefix: "svc-bench-" });
const svc = await installedClient(root, installation);

const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async () => {
  await new Promise((resolve) => setTimeout(resolve, 50));
  return Response.json({ ok: true });
});
const url = `http://127.0.0.1:${server.addr.port}/`;
const REQUESTS =
  `        for (let count = 0; count < 3; count++) await (await fetch("${url}")).json();\n`;

await say(`${ROUNDS} rounds, medians\n`);
try {
  report("run", await compare("a method that writes one resource", zodModelText(GREET)));
  await compare("the same after three requests of 50 ms", zodModelText(REQUESTS + GREET));
  await references();
} finally {
  await server.shutdown();
  await Deno.remove(installation, { recursive: true });
}

/** @returns how many times an empty start it takes */
async function compare(what: string, model: string): Promise<number> {
  await using greeter = await greeterRepository(model, {
    manifest: `permissions:\n  net:\n    - 127.0.0.1:${server.addr.port}\n`,
  });
  const folder = greeter.repository.root;
  const direct = `${folder}/direct.ts`;
  await Deno.writeTextFile(
    direct,
    `${model}
${floorText(folder, "Deno.writeTextFile")}`,
  );
  // The same work without resolving npm packages, and with the promise that svc gives for data.
  const bundled = `${folder}/bundled.ts`;
  const [bundle] = [...Deno.readDirSync(`${folder}/.svc/bundles`)].map(({ name }) => name);
  await Deno.writeTextFile(
    bundled,
    `import { model } from "./.svc/bundles/${bundle}/models-greeter.ts.js";
async function durable(path, text) {
  using file = await Deno.open(path, { write: true, create: true, truncate: true });
  await file.write(new TextEncoder().encode(text));
  await file.syncData();
}
${floorText(folder, "durable")}`,
  );
  const alone = ["run", "-A", "--no-config", "--no-lock", "--no-check"];
  // The least that a method in a process of its own can cost: nothing is decided, limited or remembered.
  const apart = `${folder}/apart.ts`;
  await Deno.writeTextFile(
    apart,
    `const { success } = await new Deno.Command(Deno.execPath(), {
  args: ${JSON.stringify([...alone, bundled])},
}).output();
if (!success) throw new Error("the child failed");
`,
  );
  const floor = [Deno.execPath(), ...alone, direct];
  const bare = [Deno.execPath(), ...alone, bundled];
  const two = [Deno.execPath(), ...alone, apart];
  // What it is granted is kept with the person: here, in the folder that goes away.
  Deno.env.set("XDG_CONFIG_HOME", `${folder}/config`);
  const grant = ["extension", "grant", "@acme/greeter", `net:127.0.0.1:${server.addr.port}`];
  await succeeds(svc, [...grant, "--repo-dir", folder]);
  const ours = [
    svc,
    ...["behavior", "run", "hello", "greet", "--input", "name=Ada", "--json"],
    ...["--repo-dir", folder],
  ];
  const empty = `${folder}/empty.ts`;
  await Deno.writeTextFile(empty, "export {};\n");
  const start = [Deno.execPath(), "run", "--no-config", "--no-lock", empty];
  const times = await interleaved([start, floor, bare, two, ours]);
  const [startMs, floorMs, bareMs, twoMs, oursMs] = times as [
    number,
    number,
    number,
    number,
    number,
  ];
  await say(
    `${what}\n` +
      `  empty deno run ${startMs.toFixed(0)} ms, deno run of its source ${
        floorMs.toFixed(0)
      } ms, ` +
      `of its bundle with a durable write ${bareMs.toFixed(0)} ms, ` +
      `the same started by another deno run ${twoMs.toFixed(0)} ms ` +
      `(${(twoMs / startMs).toFixed(2)}x the empty run)\n` +
      `  svc behavior run ${oursMs.toFixed(0)} ms: ${(oursMs / floorMs).toFixed(2)}x the source ` +
      `(aim 1.5x), ${(oursMs / bareMs).toFixed(2)}x the bundle, ${
        (oursMs / twoMs).toFixed(2)
      }x the two, ` +
      `${(oursMs / startMs).toFixed(2)}x the empty run\n`,
  );
  return oursMs / startMs;
}

/** What ten references to secrets of a local vault add to a run. */
async function references(): Promise<void> {
  await using greeter = await greeterRepository(zodModelText(GREET));
  const { repository } = greeter;
  await using vault = await openVault(
    repository,
    await createVault(repository, { type: "local_encryption", name: "main" }),
  );
  const keys = Array.from({ length: 10 }, (_, index) => `KEY_${index}`);
  for (const key of keys) await vault.put(key, crypto.randomUUID());
  Deno.env.set("XDG_CONFIG_HOME", `${repository.root}/config`);
  const run = (name: string) => [
    svc,
    ...["behavior", "run", "hello", "greet", "--input", `name=${name}`, "--json"],
    ...["--repo-dir", repository.root],
  ];
  const texts = keys.map((key) => `\${{ vault.get(main, ${key}) }}`).join(" ");
  const [plainMs, secretMs] = await interleaved([
    run(keys.map(() => crypto.randomUUID()).join(" ")),
    run(texts),
  ]) as [number, number];
  await say(
    `ten references to secrets of a local vault\n` +
      `  svc behavior run ${plainMs.toFixed(0)} ms without them, ${secretMs.toFixed(0)} ms with: ` +
      `${(secretMs / plainMs).toFixed(2)}x\n`,
  );
}

/** Code that runs the method of `model` and keeps its output with the function `write`. */
function floorText(folder: string, write: string): string {
  return `const { schema } = model.resources.greeting;
const args = model.methods.greet.arguments.parse({ name: "Ada" });
await model.methods.greet.execute(args, {
  async writeResource(_spec, name, data) {
    const path = ${JSON.stringify(`${folder}/out-`)} + name;
    const text = JSON.stringify(schema.parse(data));
    await ${write}(path, text);
    return { name };
  },
});
`;
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
