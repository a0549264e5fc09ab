// `npm run mutate [-- paths] [--budget 10m] [--seed 1] [--width 2]`: changes sources in small ways
// and prints the changes that no test beside them notices. Ends with 1 when one is not on the list of
// accepted ones. Ctrl-C ends it with what was found until then.
import { parseArgs } from "node:util";
import { sources } from "../architecture/imports.ts";
import { ACCEPTED } from "./accepted.ts";
import { AREAS } from "./areas.ts";
import { examine, type Result } from "./examine.ts";

const MARKS = { killed: ".", survived: "S", late: "T" } as const;

const root = await Deno.realPath(`${import.meta.dirname}/../..`);
const { values, positionals } = parseArgs({
  args: Deno.args,
  allowPositionals: true,
  options: {
    budget: { type: "string", default: "1h" },
    seed: { type: "string", default: "1" },
    width: { type: "string", default: "2" },
  },
});
const paths = positionals.length > 0 ? positionals : AREAS.map(({ folder }) => folder);
const files = (await Promise.all(paths.map(sourcesAt))).flat().sort();
const stop = new AbortController();
const interrupt = () => {
  stop.abort();
  Deno.removeSignalListener("SIGINT", interrupt);
};
Deno.addSignalListener("SIGINT", interrupt);
const { changes, results, untested, broken } = await examine({
  root,
  files,
  seed: number("seed"),
  budgetMs: duration(values.budget),
  signal: stop.signal,
  width: number("width"),
  told: ({ verdict }) => Deno.stderr.writeSync(encoder(MARKS[verdict])),
});
const survivors = results.filter(({ verdict }) => verdict === "survived");
const open = survivors.filter((one) => !isAccepted(one));
print("");
for (const file of untested) print(`${file}: no test stands beside it`);
for (const names of broken) print(`${names}: fails without any change`);
for (const { file, line, kind, from, to } of open.sort(byPlace)) {
  print(`${file}:${line}  ${kind}\n    - ${from}\n    + ${to}`);
}
const late = results.filter(({ verdict }) => verdict === "late").length;
print(
  `${results.length} of ${changes} changes tried: ` +
    `${results.length - survivors.length - late} noticed, ${late} did not end, ` +
    `${survivors.length - open.length} accepted, ${open.length} survived`,
);
Deno.exit(open.length + untested.length + broken.length === 0 && results.length > 0 ? 0 : 1);

async function sourcesAt(path: string): Promise<string[]> {
  const info = await Deno.stat(`${root}/${path}`);
  if (info.isFile) return [path];
  const found = await Array.fromAsync(sources(`${root}/${path}`));
  return found.map((file) => file.slice(root.length + 1)).filter((file) =>
    !/\/mod\.ts$/.test(file)
  );
}

function isAccepted({ file, from, to }: Result): boolean {
  return ACCEPTED.some((one) => one.file === file && one.from === from && one.to === to);
}

function byPlace(a: Result, b: Result): number {
  return a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1;
}

function number(name: "seed" | "width"): number {
  const value = Number(values[name]);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new Error(`--${name} is a whole number above 0, not '${values[name]}'`);
}

/** Milliseconds of `90s`, `10m` or `1h`. */
function duration(text: string): number {
  const match = /^(\d+)([smh])$/.exec(text);
  if (!match) throw new Error(`--budget is a time such as 90s, 10m or 1h, not '${text}'`);
  return Number(match[1]) * { s: 1_000, m: 60_000, h: 3_600_000 }[match[2] as "s" | "m" | "h"];
}

function print(line: string): void {
  Deno.stdout.writeSync(encoder(`${line}\n`));
}

function encoder(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
