// `npm test`: the whole test suite, ending in one line that a program can read:
// `N passed, N failed` and `, N skipped` when some were. A run without a single test fails.

/**
 * What takes longest comes first, so that all workers are busy to the end. A folder is run without
 * those of its folders that are listed themselves.
 */
const LONGEST_FIRST = [
  "extensions",
  "packages/registry",
  "packages/runtime",
  "e2e/catalogue",
  "e2e",
  "packages/runtime/run",
  "packages/cli",
  "packages/runtime/describe",
  "packages/cli/commands/extension",
  "packages/fakes",
];
/** Tests start processes and wait for them: one more at a time than there are cores keeps all busy. */
const WORKERS = Math.min(navigator.hardwareConcurrency + 1, 4);
const SUMMARY =
  /(\d+) passed(?: \(\d+ steps?\))? \| (\d+) failed(?: \(\d+ steps?\))?(?: \| (\d+) ignored)?/;

/** A failed test or step, and where it stands. */
const FAILURE = /^.+ => \.\/\S+:\d+:\d+$/;

const root = `${import.meta.dirname}/..`;
const queue = Deno.args.length > 0 ? [[...Deno.args]] : wholeSuite();

const failures = new Set<string>();
const results: Result[] = [];
let printed: Promise<unknown> = Promise.resolve();
await Promise.all(Array.from({ length: WORKERS }, async () => {
  for (let args = queue.shift(); args !== undefined; args = queue.shift()) {
    const running = run(args, printed);
    printed = running.printed;
    results.push(await running.result);
  }
}));
await printed;

const sum = (index: 0 | 1 | 2) => results.reduce((total, { counts }) => total + counts[index], 0);
const success = results.every((result) => result.success);
const passed = sum(0);
// A file that does not load fails the run without counting as a test.
const failed = success ? sum(1) : Math.max(sum(1), 1);
const tail = sum(2) > 0 ? `, ${sum(2)} skipped` : "";
// Each folder has told its own failures; here they stand together.
const list = [...failures].map((failure) => `failed: ${failure}\n`).join("");
await write(new TextEncoder().encode(`${list}${passed} passed, ${failed} failed${tail}\n`));
Deno.exit(success && passed > 0 ? 0 : 1);

interface Result {
  success: boolean;
  /** Passed, failed, skipped. */
  counts: readonly [number, number, number];
}

/** Arguments of `deno test`, one list a process: those of the folders above, and of all that is left. */
function wholeSuite(): string[][] {
  const packages = [...Deno.readDirSync(`${root}/packages`)].map(({ name }) => `packages/${name}`);
  const listed = LONGEST_FIRST.map((path) => [
    path,
    `--ignore=${LONGEST_FIRST.filter((other) => other.startsWith(`${path}/`)).join(",")}`,
  ]);
  const left = [...packages.sort(), "docs", "bench"].filter((path) =>
    !LONGEST_FIRST.includes(path)
  );
  return [...listed.map((args) => args.filter((arg) => arg !== "--ignore=")), left];
}

/**
 * Runs `deno test` with these arguments. What it prints is held back until `before`, when those that
 * started earlier have printed all of theirs.
 */
function run(
  given: readonly string[],
  before: Promise<unknown>,
): { result: Promise<Result>; printed: Promise<void> } {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["test", "--allow-all", "--no-check", "--quiet", ...given],
    cwd: root,
    env: { NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const [shown, read] = child.stdout.tee();
  const printed = before.then(async () => {
    for await (const chunk of shown) await write(chunk);
  });
  return { result: resultOf(child, read), printed };
}

async function resultOf(
  child: Deno.ChildProcess,
  stdout: ReadableStream<Uint8Array<ArrayBuffer>>,
): Promise<Result> {
  let summary: RegExpExecArray | null = null;
  let line = "";
  for await (const text of stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (line + text).split("\n");
    line = lines.pop()!;
    for (const whole of lines) {
      summary = SUMMARY.exec(whole) ?? summary;
      if (FAILURE.test(whole)) failures.add(whole);
    }
  }
  const { success } = await child.status;
  const [passed = 0, failed = 0, skipped = 0] = [1, 2, 3].map((group) =>
    Number(summary?.[group] ?? 0)
  );
  return { success, counts: [passed, failed, skipped] };
}

async function write(bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await Deno.stdout.write(bytes.subarray(at));
}
