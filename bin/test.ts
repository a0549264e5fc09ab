// `npm test`: the tests of the packages. `npm run test:all`: also those of the catalogue's extensions
// and of the whole system, which drive real programs and take as long again. Ends in one line that a
// program can read: `N passed, N failed` and `, N skipped` when some were. A run without a single test
// fails. `--postgres` runs the registry's tests, or those named behind it, over Postgres and a bucket;
// `--all` runs both.

import { installedClient } from "../e2e/process/installed.ts";
import { postgresPrograms, startPostgres } from "../packages/fakes/postgres/mod.ts";
import { bucketUrl, makeBucket, startS3rver } from "../packages/fakes/s3/mod.ts";
import { memoryFolder } from "./test/memory.ts";
import { OVER_POSTGRES } from "./test/over_postgres.ts";

/** What only `--all` runs. */
const STORIES = /^(?:extensions|e2e)(?:\/|$)/;

/**
 * What takes longest comes first, so that all workers are busy to the end. A folder is run without
 * those of its folders that are listed themselves. The files of a folder are one program: loading what
 * they test for each of them takes longer than most of them do.
 */
const LONGEST_FIRST = [
  "packages/registry",
  "e2e",
  "packages/runtime",
  "packages/runtime/run",
  "extensions",
  "e2e/catalogue",
  "packages/cli",
  "e2e/client",
  "packages/serve",
  "extensions/github-local-mirror",
  "e2e/serve_oauth",
  "e2e/surroundings",
  "e2e/deploy",
  "packages/runtime/datastores",
  "packages/cli/remote",
  "packages/runtime/extension/describe",
  "packages/cli/commands/extension",
  "packages/fakes",
];

/** Folders that would keep one worker busy long after the others: each is two programs. */
const HALVED: ReadonlySet<string> = new Set(["e2e", "packages/runtime", "packages/runtime/run"]);

/** Tests start processes and wait for them: two more at a time than there are cores keep all busy. */
const WORKERS = Math.min(navigator.hardwareConcurrency + 2, 4);
const SUMMARY =
  /(\d+) passed(?: \(\d+ steps?\))? \| (\d+) failed(?: \(\d+ steps?\))?(?: \| (\d+) ignored)?/;

/** A test or step that has ended. */
const ENDED = / \.\.\. ?(?:ok|FAILED|ignored)\b|^ (?:ok|FAILED|ignored)\b/;

/** A test that has ended, with the minutes and seconds that it took; a step is set in. */
const TOOK = /^(\S.*) \.\.\. (?:ok|FAILED) \((?:(\d+)m)?(\d+)s\)$/;

/** So many of the tests that took longest are named at the end. */
const SLOWEST = 10;

/**
 * A run in which no test ends for this long hangs, in milliseconds; the longest takes three minutes
 * on a busy machine. It is killed, so that the others are still told.
 */
const HANGS_AFTER = 12 * 60_000;

/** How long the output of a run is read after its end, in milliseconds. */
const GRACE = 5_000;

/** A failed test or step, and where it stands; or a file that failed outside of its tests. */
const FAILURE = /^.+ => \.\/(\S+):\d+:\d+$|^\.\/(\S+) \(uncaught error\)$/;

/** A file that failed outside of its tests, as Deno says it of one that is not below the root. */
const LOST = /^\S+_test\.ts \(uncaught error\)$/;

/** More files than this do not fail by chance: none of them is run again. */
const MOST_FLAKY = 10;

const root = `${import.meta.dirname}/..`;
const [first] = Deno.args;
const memory = await memoryFolder();
if (memory !== undefined) {
  Deno.env.set("TMPDIR", memory.path);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    Deno.addSignalListener(signal, () => {
      memory[Symbol.dispose]();
      Deno.exit(1);
    });
  }
}
const entries = await Deno.makeTempDir({ prefix: "svc-tests-" });
const queue = queued(first);
const installedModules = queue.some(({ together }) => together) ? await useInstalled() : [];
let started: Promise<Stores> | undefined;

const results: Result[] = [];
let printed: Promise<unknown> = Promise.resolve();
await Promise.all(Array.from({ length: WORKERS }, async () => {
  for (let batch = queue.shift(); batch !== undefined; batch = queue.shift()) {
    results.push(await runBatch(batch));
  }
}));
await printed;
if (first === "--all") await runFailedAgain();
await Deno.remove(entries, { recursive: true });
await (await started)?.[Symbol.asyncDispose]();
memory?.[Symbol.dispose]();

const sum = (index: 0 | 1 | 2) => results.reduce((total, { counts }) => total + counts[index], 0);
const success = results.every((result) => result.success);
const passed = sum(0);
// A file that does not load fails the run without counting as a test.
const failed = success ? sum(1) : Math.max(sum(1), 1);
const tail = sum(2) > 0 ? `, ${sum(2)} skipped` : "";
// Each folder has told its own failures; here they stand together.
const list = [...new Map(results.flatMap(({ failures }) => [...failures]))]
  .map(([test, error]) => `failed: ${test}\n${error}`).join("");
const slowest = results.flatMap(({ times }) => times).sort((a, b) => b.seconds - a.seconds)
  .slice(0, SLOWEST)
  .map(({ test, seconds }) => `slow: ${seconds} s ${test}\n`).join("");
await write(
  new TextEncoder().encode(`${slowest}${list}${passed} passed, ${failed} failed${tail}\n`),
);
Deno.exit(success && passed > 0 ? 0 : 1);

async function runBatch({ args, together, over }: Batch): Promise<Result> {
  const env = over === "postgres" ? await stores() : {};
  const ran = async (args: readonly string[]) => {
    const running = run(args, printed, env);
    printed = running.printed;
    return { ...await running.result, over };
  };
  if (!together) return await ran(args);
  const entry = await Deno.makeTempFile({ dir: entries, suffix: "_test.ts" });
  const urls = args.map((file) => new URL(`../${file}`, import.meta.url).href);
  await Deno.writeTextFile(entry, urls.map((url) => `import ${JSON.stringify(url)};\n`).join(""));
  const result = await ran([...installedModules, entry]);
  // A file that does not load, or an error outside of any test, ends all of them.
  return result.lost ? await ran([...installedModules, ...args]) : result;
}

/** What makes tests start the processes of the client that npm installed: see `test/sibling.ts`. */
async function useInstalled(): Promise<string[]> {
  await installedClient();
  const url = (path: string) => new URL(path, import.meta.url).href;
  const map = `${entries}/imports.json`;
  await Deno.writeTextFile(
    map,
    JSON.stringify({
      imports: { [url("../packages/core/module/sibling.ts")]: url("test/sibling.ts") },
    }),
  );
  return [`--import-map=${map}`];
}

/**
 * Runs each file that failed again, alone. What passes then is told as flaky: a bug of the test or
 * of what it tests, which need not hold up everything else.
 */
async function runFailedAgain(): Promise<void> {
  const files = results.flatMap(({ failed }) => [...failed]);
  if (files.length > MOST_FLAKY) return;
  for (const result of results) {
    if (result.success || result.failed.size === 0 || result.hung) continue;
    const stillFailing = [];
    for (const file of result.failed) {
      const env = result.over === "postgres" ? await stores() : {};
      const again = run([...installedModules, file], Promise.resolve(), env);
      await again.printed;
      if (!(await again.result).success) stillFailing.push(file);
      else {
        for (const [test, error] of result.failures) {
          if (!test.includes(`./${file}`)) continue;
          result.failures.delete(test);
          await write(new TextEncoder().encode(`FLAKY ${test}\n${error}`));
        }
      }
    }
    if (stillFailing.length > 0) continue;
    const [passed, failed, skipped] = result.counts;
    result.success = true;
    result.counts = [passed + failed, 0, skipped];
  }
}

interface Result {
  success: boolean;
  /** What failed and where, and the line that says why. */
  failures: Map<string, string>;
  /** Files in which something failed. */
  failed: ReadonlySet<string>;
  /** Tests that took a second or more. */
  times: { test: string; seconds: number }[];
  /** True when it was ended because no test of it did. */
  hung: boolean;
  /** True when an error outside of its tests ended it. */
  lost: boolean;
  over?: "postgres" | undefined;
  /** Passed, failed, skipped. */
  counts: readonly [passed: number, failed: number, skipped: number];
}

/** The servers of the run over Postgres. */
interface Stores extends AsyncDisposable {
  environment: Record<string, string>;
}

/** One run of `deno test`. */
interface Batch {
  /** Its arguments. */
  args: string[];
  /** True when these are files that are loaded as one program. */
  together: boolean;
  over?: "postgres";
}

function queued(first: string | undefined): Batch[] {
  const again: Batch = { args: [...OVER_POSTGRES], together: true, over: "postgres" };
  if (first === "--postgres") {
    const named = Deno.args.slice(1);
    if (named.length > 0) return [{ args: named, together: false, over: "postgres" }];
    return [again];
  }
  if (first !== undefined && first !== "--all") return [{ args: [...Deno.args], together: false }];
  const batches: Batch[] = folders(first === "--all").map((args) => ({ args, together: true }));
  if (first !== "--all") return batches;
  if (postgresPrograms() === undefined && Deno.env.get("CI") !== "true") {
    const told = "Postgres is not installed: the registry is tested over SQLite only\n";
    Deno.stderr.writeSync(new TextEncoder().encode(told));
    return batches;
  }
  return [again, ...batches];
}

/** Says where the tests find Postgres and a bucket; starts both once. */
async function stores(): Promise<Record<string, string>> {
  started ??= startStores();
  return (await started).environment;
}

async function startStores(): Promise<Stores> {
  await using stack = new AsyncDisposableStack();
  const postgres = stack.use(await startPostgres());
  const s3 = stack.use(await startS3rver());
  await makeBucket(s3, "archives");
  const running = stack.move();
  return {
    environment: {
      SVC_TEST_DATABASE_URL: postgres.url("postgres"),
      SVC_TEST_BLOBS_URL: bucketUrl(s3, "archives"),
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** The test files of each folder above, and of all that is left. */
function folders(all: boolean): string[][] {
  const packages = [...Deno.readDirSync(`${root}/packages`)].map(({ name }) => `packages/${name}`);
  const left = [
    ...packages.sort(),
    "bin/build",
    "docs",
    ...all ? [] : ["e2e/architecture", "e2e/words"],
  ]
    .filter((path) => !LONGEST_FIRST.includes(path));
  return [
    ...LONGEST_FIRST
      .filter((path) => all || !STORIES.test(path))
      .flatMap((path) => {
        const files = filesBelow(path, LONGEST_FIRST.filter((other) => other !== path));
        return HALVED.has(path)
          ? [0, 1].map((half) => files.filter((_, index) => index % 2 === half))
          : [files];
      }),
    left.flatMap((path) => filesBelow(path, [])),
  ];
}

/** The test files of a folder and those below it, in order, without what stands in or below `without`. */
function filesBelow(folder: string, without: readonly string[]): string[] {
  const entries = [...Deno.readDirSync(`${root}/${folder}`)]
    .toSorted((a, b) => a.name < b.name ? -1 : 1);
  return entries.flatMap(({ name, isDirectory }) => {
    const path = `${folder}/${name}`;
    if (without.includes(path)) return [];
    if (isDirectory) return filesBelow(path, without);
    return /_test\.tsx?$/.test(name) ? [path] : [];
  });
}

/**
 * Runs `deno test` with these arguments. What it prints is held back until `before`, when those that
 * started earlier have printed all of theirs.
 */
function run(
  given: readonly string[],
  before: Promise<unknown>,
  env: Readonly<Record<string, string>>,
): { result: Promise<Result>; printed: Promise<void> } {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["test", "--allow-all", "--no-check", "--quiet", ...given],
    cwd: root,
    env: { NO_COLOR: "1", ...(first === "--all" ? { SVC_TEST_KILLS: "all" } : {}), ...env },
    stdin: "null",
    stdout: "piped",
    // Not this program's own: a process that a test left running would keep that open, and whoever
    // reads it would wait for its end.
    stderr: "piped",
  }).spawn();
  const over = new AbortController();
  void child.status.then(() => setTimeout(() => over.abort(), GRACE));
  const untilOver = { signal: over.signal, preventClose: true, preventAbort: true };
  void child.stderr.pipeTo(Deno.stderr.writable, untilOver).catch(() => undefined);
  const [shown, read] = child.stdout.tee();
  const printed = before.then(() => {
    // What waited for its turn is printed, however long ago its run ended.
    const late = new AbortController();
    void child.status.then(() => setTimeout(() => late.abort(), GRACE));
    const until = { ...untilOver, signal: late.signal };
    return shown.pipeTo(new WritableStream({ write }), until).catch(() => undefined);
  });
  return { result: resultOf(child, read, over), printed };
}

async function resultOf(
  child: Deno.ChildProcess,
  stdout: ReadableStream<Uint8Array<ArrayBuffer>>,
  over: AbortController,
): Promise<Result> {
  let summary: RegExpExecArray | null = null;
  let line = "";
  let last = "";
  let at = "";
  let hung = false;
  let lost = false;
  const failures: Result["failures"] = new Map();
  // Told at once: what its folder has printed may wait long for its turn.
  const fail = (failure: string) => {
    at = failure;
    if (failures.has(failure)) return;
    failures.set(failure, "");
    Deno.stderr.writeSync(new TextEncoder().encode(`failed: ${failure}\n`));
  };
  const failed = new Set<string>();
  const times: Result["times"] = [];
  const hangs = () => {
    hung = true;
    fail(`no test has ended for ${HANGS_AFTER / 60_000} minutes: ${last}`);
    over.abort();
    try {
      child.kill("SIGKILL");
    } catch {
      // It has ended, and something that it started holds its output open.
    }
  };
  let timer = setTimeout(hangs, HANGS_AFTER);
  const lines = stdout.pipeThrough(new TextDecoderStream(), { signal: over.signal });
  try {
    for await (const text of lines) {
      const whole = (line + text).split("\n");
      line = whole.pop()!;
      last = line || whole.at(-1) || last;
      for (const one of whole) {
        summary = SUMMARY.exec(one) ?? summary;
        lost ||= LOST.test(one);
        const [, test, minutes = 0, seconds] = TOOK.exec(one) ?? [];
        if (test !== undefined) times.push({ test, seconds: +minutes * 60 + Number(seconds) });
        if (one.startsWith("error: ") && failures.get(at) === "") failures.set(at, `${one}\n`);
        const place = FAILURE.exec(one);
        if (place === null) continue;
        const file = place[1] ?? place[2]!;
        // A step may say that it stands in a helper.
        if (/_test\.tsx?$/.test(file)) failed.add(file);
        fail(one);
      }
      if (!whole.some((one) => ENDED.test(one))) continue;
      clearTimeout(timer);
      timer = setTimeout(hangs, HANGS_AFTER);
    }
  } catch (error) {
    if (!over.signal.aborted) throw error;
  }
  clearTimeout(timer);
  const success = (await child.status).success && !hung;
  const [passed = 0, unsuccessful = 0, skipped = 0] = [1, 2, 3].map((group) =>
    Number(summary?.[group] ?? 0)
  );
  return { success, failures, failed, times, hung, lost, counts: [passed, unsuccessful, skipped] };
}

async function write(bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await Deno.stdout.write(bytes.subarray(at));
}
