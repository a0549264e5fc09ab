// `npm test`: the whole test suite in one run, ending in one line that a program can read:
// `N passed, N failed` and `, N skipped` when some were. A run without a single test fails.

const ROOTS = ["packages", "extensions", "docs", "bench", "e2e"];
const SUMMARY =
  /(\d+) passed(?: \(\d+ steps?\))? \| (\d+) failed(?: \(\d+ steps?\))?(?: \| (\d+) ignored)?/;

const root = `${import.meta.dirname}/..`;
const paths = Deno.args.length > 0 ? Deno.args : ROOTS.filter(exists);

const child = new Deno.Command(Deno.execPath(), {
  args: ["test", "--allow-all", "--no-check", "--quiet", ...paths],
  cwd: root,
  env: { NO_COLOR: "1" },
  stdin: "null",
  stdout: "piped",
  stderr: "inherit",
}).spawn();

let summary: RegExpExecArray | null = null;
let line = "";
const decoder = new TextDecoder();
for await (const chunk of child.stdout) {
  await write(chunk);
  const lines = (line + decoder.decode(chunk, { stream: true })).split("\n");
  line = lines.pop() ?? "";
  for (const text of lines) summary = SUMMARY.exec(text) ?? summary;
}
const { success } = await child.status;

const [passed, failed, skipped] = [1, 2, 3].map((group) => Number(summary?.[group] ?? 0));
// A file that does not load fails the run without counting as a test.
const failures = success ? failed : Math.max(failed!, 1);
const tail = skipped ? `, ${skipped} skipped` : "";
await write(new TextEncoder().encode(`${passed} passed, ${failures} failed${tail}\n`));
Deno.exit(success && passed! > 0 ? 0 : 1);

async function write(bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await Deno.stdout.write(bytes.subarray(at));
}

function exists(path: string): boolean {
  try {
    return Deno.statSync(`${root}/${path}`).isDirectory;
  } catch {
    return false;
  }
}
