// `npm run bench`: runs every benchmark of this folder, one after the other so that none disturbs
// another, or those named as arguments. Each prints its own ratios; one that fails fails the run. At the end
// stands the table of budget/budgets.ts with what was measured of it.
import { machine } from "./registry/numbers.ts";
import { budgetTable, reportIn } from "./budget/report.ts";

const all = [...Deno.readDirSync(import.meta.dirname!)]
  .filter(({ isFile, name }) => isFile && /^(?!main\.ts$).*(?<!_test)\.ts$/.test(name))
  .map(({ name }) => name.slice(0, -".ts".length)).sort();
const names = Deno.args.length > 0 ? Deno.args.map((name) => name.replace(/\.ts$/, "")) : all;
const unknown = names.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  await say(`No benchmark is named ${unknown.join(", ")}. There are: ${all.join(", ")}\n`);
  Deno.exit(2);
}

let failed = 0;
const measured = new Map<string, number>();
for (const name of names) {
  await say(`\n== ${name}\n`);
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--no-check", `${import.meta.dirname}/${name}.ts`],
    stdin: "null",
    stdout: "piped",
  }).spawn();
  let line = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (line + text).split("\n");
    line = lines.pop()!;
    for (const whole of lines) {
      const found = reportIn(whole);
      if (found === undefined) await say(`${whole}\n`);
      else measured.set(...found);
    }
  }
  if (!(await child.status).success) {
    failed += 1;
    await say(`${name} failed\n`);
  }
}
const table = budgetTable(measured);
if (table !== "") await say(`\nThe budgets, on ${machine()}:\n${table}`);
await say(`\n${names.length - failed} of ${names.length} benchmarks ran\n`);
if (failed > 0 || names.length === 0) Deno.exit(1);

async function say(text: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(text));
}
