import { SvcError } from "@svc/core/error";
import { visibleJson } from "../frame/terminal_text.ts";
import { jqProgram } from "./program.ts";

/** Picks of a JSON document what an expression of jq says: its results, each on a line. */
export type JqFilter = (document: string) => string;

/**
 * Reads an expression of jq. Its results are printed as `jq -rc` does: a text raw, everything else as
 * compact JSON. It runs in this thread in the sandbox of WebAssembly: it reaches no file, network or
 * variable of this process, and has at most 256 MB of memory.
 *
 * @param quote says how a text is printed that is a result
 * @returns the filter, which throws `usage` for a document that the expression fails on
 * @throws SvcError `usage` for what is not an expression of jq
 */
export async function jqFilter(
  expression: string,
  quote: (text: string) => string = (text) => text,
): Promise<JqFilter> {
  const { loadJq } = await import("jq-wasm");
  const jq = await loadJq({ wasmBinary: await jqProgram() });
  // What begins with a dash would be an option of jq.
  const program = expression.startsWith("-") ? ` ${expression}` : expression;
  // Without any input it is compiled and not run.
  const compiled = jq.raw("", program, ["-c"]);
  if (compiled.exitCode !== 0) {
    throw new SvcError("usage", `--jq is not a jq expression: ${reason(compiled.stderr)}`, {
      hint: "See https://jqlang.org/manual; '.' prints the whole document.",
    });
  }
  return (document) => {
    const { stdout, stderr, exitCode } = run(() => jq.raw(document, program, ["-c"]));
    if (exitCode !== 0) throw failed(reason(stderr));
    if (stdout === "") return "";
    const lines = stdout.split("\n").map((line) =>
      line.startsWith('"') ? quote(JSON.parse(line)) : visibleJson(line)
    );
    return `${lines.join("\n")}\n`;
  };
}

function run<Result>(work: () => Result): Result {
  const { error: write } = console;
  // When it gives up, jq prints that, too.
  // deno-lint-ignore no-console
  console.error = () => {};
  try {
    return work();
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    throw failed("it needs too much memory");
  } finally {
    // deno-lint-ignore no-console
    console.error = write;
  }
}

/** The command itself has done its work by then, and what it changed stays. */
function failed(why: string): SvcError {
  return new SvcError("usage", `The command succeeded, but --jq failed on its result: ${why}`, {
    hint: "--json prints the whole result.",
  });
}

/** What jq says is wrong, without the names it has for the program and for its input. */
function reason(stderr: string): string {
  return stderr.split("\n").filter((line) => !/^jq: \d+ compile errors?$/.test(line))
    .join("\n")
    .replaceAll(/^jq: error(?: \(at [^)]*\))?:? ?/gm, "")
    .replaceAll(" at <top-level>", "");
}
