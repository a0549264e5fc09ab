// `npm test`: the whole test suite, ending in one line that a program can read:
// `N passed, N failed` and `, N skipped` when some were. A run without a single test fails.

/** These run beside all the others: each half takes about as long on two cores. */
const ONE_HALF = ["packages/registry", "packages/cli", "e2e"];
const FOLDERS = ["extensions", "docs", "bench"];
const SUMMARY =
  /(\d+) passed(?: \(\d+ steps?\))? \| (\d+) failed(?: \(\d+ steps?\))?(?: \| (\d+) ignored)?/;

const root = `${import.meta.dirname}/..`;
const packages = [...Deno.readDirSync(`${root}/packages`)].map(({ name }) => `packages/${name}`);
const others = [...packages.filter((path) => !ONE_HALF.includes(path)).sort(), ...FOLDERS];
const lanes = Deno.args.length > 0 ? [[...Deno.args]] : [ONE_HALF, others];

let turn: Promise<unknown> = Promise.resolve();
const results = await Promise.all(lanes.map((paths) => {
  const before = turn;
  const result = run(paths, before);
  turn = result;
  return result;
}));

const sum = (index: 0 | 1 | 2) => results.reduce((total, { counts }) => total + counts[index], 0);
const success = results.every((result) => result.success);
const passed = sum(0);
// A file that does not load fails the run without counting as a test.
const failed = success ? sum(1) : Math.max(sum(1), 1);
const tail = sum(2) > 0 ? `, ${sum(2)} skipped` : "";
await write(new TextEncoder().encode(`${passed} passed, ${failed} failed${tail}\n`));
Deno.exit(success && passed > 0 ? 0 : 1);

/** Runs the tests under `paths`; what they print is held back until `before` has printed all of its own. */
async function run(paths: readonly string[], before: Promise<unknown>) {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["test", "--allow-all", "--no-check", "--quiet", ...paths],
    cwd: root,
    env: { NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();

  const held: Uint8Array[] = [];
  let mayPrint = false;
  const printing = before.then(async () => {
    while (held.length > 0) await write(held.shift()!);
    mayPrint = true;
  });
  let summary: RegExpExecArray | null = null;
  let line = "";
  const decoder = new TextDecoder();
  for await (const chunk of child.stdout) {
    if (mayPrint) await write(chunk);
    else held.push(chunk);
    const lines = (line + decoder.decode(chunk, { stream: true })).split("\n");
    line = lines.pop() ?? "";
    for (const text of lines) summary = SUMMARY.exec(text) ?? summary;
  }
  const { success } = await child.status;
  await printing;
  for (const chunk of held) await write(chunk);
  const [passed = 0, failed = 0, skipped = 0] = [1, 2, 3].map((group) =>
    Number(summary?.[group] ?? 0)
  );
  return { success, counts: [passed, failed, skipped] as const };
}

async function write(bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await Deno.stdout.write(bytes.subarray(at));
}
