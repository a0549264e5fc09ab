import { mergeInto, parseInputs, parseStdinInputs } from "@svc/runtime/inputs";
import { usage } from "../frame/parse.ts";
import type { RunContext, RunInputs } from "./options.ts";

/** The arguments of each run: one, unless stdin holds a list. `--input` lies over the rest. */
export async function inputsOf(
  { host, options }: Pick<RunContext, "host"> & {
    options: Pick<RunContext["options"], "input" | "arg" | "input-file" | "stdin">;
  },
): Promise<RunInputs> {
  const pairs = [...options.input, ...options.arg];
  const file = options["input-file"];
  if (!options.stdin) {
    return { runs: [await parseInputs(pairs, { inputFile: file })], many: false };
  }
  if (file !== undefined) throw usage("--stdin and --input-file cannot be used together");
  const [given, over] = await Promise.all([
    host.stdin().then(parseStdinInputs),
    parseInputs(pairs),
  ]);
  return { runs: given.inputs.map((one) => mergeInto(one, over)), many: given.isList };
}
