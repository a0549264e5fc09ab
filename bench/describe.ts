// What describing an extension costs: `svc model type describe` of a source that has just changed, which
// bundles, loads and scans it, against `deno bundle` of the same entry; and of one that has not changed,
// against an empty `deno run`. Runs alternate, so that a busy machine slows all of them alike.
import { GREET, modelText } from "../packages/runtime/testing/extension.ts";
import { greeterRepository } from "../packages/runtime/testing/repository.ts";
import { quantile } from "./registry/numbers.ts";

const ROUNDS = Number(Deno.env.get("BENCH_ROUNDS") ?? 9);
const SVC = `${import.meta.dirname}/../bin/svc`;

await using greeter = await greeterRepository(modelText(GREET));
const { root } = greeter.repository;
const source = `${root}/extensions/greeter/greeter.ts`;
const text = await Deno.readTextFile(source);
await Deno.writeTextFile(`${root}/empty.ts`, "export {};\n");
// What svc remembers is kept with the person: here, in the folder that goes away.
Deno.env.set("XDG_CONFIG_HOME", `${root}/config`);

const describe = [SVC, "model", "type", "describe", "@acme/greeter", "--repo-dir", root];
const quiet = ["--quiet", "--no-config", "--no-lock"];
const bundle = [Deno.execPath(), "bundle", ...quiet, "-o", `${root}/bundle.js`, source];
const empty = [Deno.execPath(), "run", ...quiet, `${root}/empty.ts`];

const times = {
  cold: [] as number[],
  bundle: [] as number[],
  kept: [] as number[],
  empty: [] as number[],
};
for (let round = 0; round <= ROUNDS; round++) {
  await Deno.writeTextFile(source, `${text}// ${round}\n`);
  const took = {
    bundle: await timed(bundle),
    cold: await timed(describe),
    kept: await timed(describe),
    empty: await timed(empty),
  };
  // The first round fills the caches of packages and compiled code.
  if (round === 0) continue;
  for (const key of ["cold", "bundle", "kept", "empty"] as const) times[key].push(took[key]);
}
await say(`${ROUNDS} rounds, medians\n`);
await row("a changed source", times.cold, "deno bundle", times.bundle);
await row("an unchanged source", times.kept, "an empty deno run", times.empty);

async function row(what: string, ours: number[], floor: string, floors: number[]): Promise<void> {
  const [a, b] = [quantile(ours), quantile(floors)];
  await say(
    `describe of ${what}: ${a.toFixed(0)} ms, ${(a / b).toFixed(2)}x ${floor} (${
      b.toFixed(0)
    } ms)\n`,
  );
}

async function timed([program, ...args]: string[]): Promise<number> {
  const began = performance.now();
  const { success } = await new Deno.Command(program!, { args, stdout: "null", stderr: "null" })
    .output();
  if (!success) throw new Error(`${program} ${args.join(" ")} failed`);
  return performance.now() - began;
}

async function say(line: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(line));
}
