import { isSvcError } from "@svc/core/error";
import type { Finding } from "@svc/core/wire";
import { packageFolder } from "../bundle/packages.ts";
import { packageRegistry, placeLogin } from "../bundle/registry.ts";
import { temporaryFolder } from "../../base/files/temporary.ts";
import { plainText } from "../../base/process/deno_text.ts";
import { limitedDeno } from "../../base/process/limits.ts";
import { runToEnd } from "../../base/process/run.ts";
import { throwAwayFolder } from "../../base/process/throw_away.ts";
import { bareNames } from "../sources/bare_names.ts";
import { closedNames } from "../sources/closed_names.ts";

/** What the type checker says of an extension's own sources. */
export interface TypeCheck {
  /** `failed` with errors; `notRun` when they could not be checked. */
  outcome: "passed" | "failed" | "notRun";
  /** What is wrong, as `models/x.ts:12`. */
  errors: Finding[];
  /** What is only not written out, or not known of a package. */
  warnings: Finding[];
  /** Why they were not checked. */
  problem?: string;
}

/** How to check. */
interface TypeCheckOptions {
  /** The author's own `compilerOptions`; strict without them. */
  compilerOptions?: Record<string, unknown> | undefined;
  signal?: AbortSignal | undefined;
}

const TIME_LIMIT_MS = 120_000;
const HEAP_MB = 4096;

/**
 * Checks the types of the modules that an extension publishes, in a throw-away folder that holds
 * nothing else, with the types of its npm packages. Nothing of it is run. A package that cannot be
 * had leaves the sources unchecked, which is not an error.
 *
 * @param files by path relative to `extension/`
 * @param entries entry points among them
 * @throws SvcError `cancelled`
 */
export async function checkTypes(
  files: ReadonlyMap<string, { bytes: Uint8Array }>,
  entries: readonly string[],
  { compilerOptions = {}, signal }: TypeCheckOptions = {},
): Promise<TypeCheck> {
  const typed = entries.filter((entry) => /\.[cm]?tsx?$/.test(entry));
  if (typed.length === 0) return { outcome: "passed", errors: [], warnings: [] };
  await using temporary = await temporaryFolder("types");
  const folder = temporary.path;
  try {
    await writeSources(folder, files);
    const names = closedNames([folder], { imports: bareNames() });
    const configuration = { ...names, compilerOptions, nodeModulesDir: "none" };
    await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify(configuration));
    return verdict(await run(folder, typed, signal), folder);
  } catch (error) {
    if (!isSvcError(error) || error.code === "cancelled") throw error;
    return notRun(error.message);
  }
}

async function writeSources(
  folder: string,
  files: ReadonlyMap<string, { bytes: Uint8Array }>,
): Promise<void> {
  for (const [path, { bytes }] of files) {
    const target = `${folder}/extension/${path}`;
    await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), { recursive: true });
    await Deno.writeFile(target, bytes);
  }
}

async function run(folder: string, entries: readonly string[], signal: AbortSignal | undefined) {
  await using denoDir = await throwAwayFolder();
  const registry = await packageRegistry();
  const packages = await packageFolder(registry, denoDir.path);
  await packages.linkInto(denoDir.path);
  await placeLogin(registry, denoDir.path);
  return await runToEnd({
    ...limitedDeno({ heapMb: HEAP_MB, cpuSeconds: TIME_LIMIT_MS / 1000 }, [
      "check",
      "--quiet",
      `--config=${folder}/deno.json`,
      "--no-lock",
      ...entries.map((entry) => `${folder}/extension/${entry}`),
    ]),
    cwd: folder,
    environment: {
      ...denoDir.environment,
      // A login of the person's would fetch what is private to them: see `placeLogin`.
      HOME: denoDir.path,
      NPM_CONFIG_REGISTRY: registry,
      NO_COLOR: "1",
    },
    task: "Checking the types",
    timeLimitMs: TIME_LIMIT_MS,
    signal,
  });
}

function verdict({ code, stderr }: { code: number; stderr: string }, folder: string): TypeCheck {
  if (code === 0) return { outcome: "passed", errors: [], warnings: [] };
  const text = plainText(stderr);
  const found = diagnosticsIn(text, `${folder}/extension`);
  if (found.length === 0) {
    const [reason = "the type checker failed without a message"] = text.split("\n")
      .filter((line) => line.trim() !== "");
    return notRun(reason.replace(/^error: /, "").replaceAll(`file://${folder}/extension/`, ""));
  }
  const of = (isWrong: boolean): Finding[] =>
    found.filter((one) => one.isWrong === isWrong)
      .map(({ place, message }) => ({ place, message }));
  const errors = of(true);
  return { outcome: errors.length > 0 ? "failed" : "passed", errors, warnings: of(false) };
}

function notRun(problem: string): TypeCheck {
  return { outcome: "notRun", errors: [], warnings: [], problem };
}

/** One thing that the type checker reports. */
interface Diagnostic {
  /** `models/x.ts:12`. */
  place: string;
  /** Its number, and its words where the file is the extension's: `TS2322: Type 'number' is not …`. */
  message: string;
  /** False for what is only not written out, or not known of a package. */
  isWrong: boolean;
}

/** Begins each diagnostic. */
const HEAD = /^TS(\d+) \[ERROR\]: /;

/** Its place; those of what it is related to are set in further. */
const PLACE = /^ {4}at file:\/\/(\S+?):(\d+):\d+$/m;

/** Cannot find a module, or what declares its types. */
const MODULE_CODES = [2307, 2792, 7016];

/**
 * What `deno check` reported, each once, by file and line. Of other files than the extension's only the
 * number is told, as the words quote them.
 *
 * @param folder absolute; places in it are told relative to it
 */
function diagnosticsIn(text: string, folder: string): Diagnostic[] {
  const blocks = text.split(/^(?=TS\d+ \[ERROR\]: )/m).filter((block) => HEAD.test(block));
  const found = blocks.map((block): Diagnostic => {
    const code = Number(HEAD.exec(block)![1]);
    const at = PLACE.exec(block);
    const path = at === null ? undefined : decodeURIComponent(at[1]!);
    const isOwn = path?.startsWith(`${folder}/`) ?? false;
    const words = wordsOf(block).replaceAll(`file://${folder}/`, "");
    const message = `TS${code}${isOwn ? `: ${words}` : ""}`;
    return {
      place: isOwn ? `${path!.slice(folder.length + 1)}:${at![2]}` : path ?? "(elsewhere)",
      message,
      isWrong: isOwn && !isImplicit(code) && !isForeignModule(code, message),
    };
  });
  return [...new Map(found.map((one) => [`${one.place} ${one.message}`, one])).values()];
}

/** The first line and what explains it; the source follows it. */
function wordsOf(block: string): string {
  const lines = block.replace(HEAD, "").split("\n");
  const explained = lines.slice(1).findIndex((line) => !/^ {2}\S/.test(line));
  return lines.slice(0, 1 + Math.min(explained === -1 ? 0 : explained, 2))
    .map((line) => line.trim()).join(" ");
}

/** A type that was left out, and is `any`: nothing is known to be wrong. */
function isImplicit(code: number): boolean {
  return code >= 7000 && code < 8000;
}

function isForeignModule(code: number, message: string): boolean {
  return MODULE_CODES.includes(code) && /'(?:npm|jsr|https?):/.test(message);
}
