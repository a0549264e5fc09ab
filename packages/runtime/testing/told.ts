import { stripTypeScriptTypes } from "node:module";
import { modelText } from "./extension.ts";
import { greeterRepository, type TestRepository } from "./repository.ts";
import type { RunOptions, RunResult } from "../run/request.ts";

/** A greeter whose method does what each run tells it. */
export interface ToldGreeter extends TestRepository {
  /** Runs a method with this body, in which `args` and `context` are what a method gets. */
  told(body: string, options?: RunOptions): Promise<RunResult>;
}

/**
 * A method that compiles its body. The scan sees nothing of it, so a test of what is granted or found has
 * a model of its own.
 */
const MODEL = modelText(
  `        const Method = Object.getPrototypeOf(async function () {}).constructor;
        return await new Method("args", "context", args.code)(args, context) ?? {};`,
  { args: `{ name: z.string().default("Ada"), code: z.string() }` },
);

/** Makes one. Bundling a model takes longer than most runs, and all of these have the same. */
export async function toldGreeter(
  options: Parameters<typeof greeterRepository>[1] = {},
): Promise<ToldGreeter> {
  const greeter = await greeterRepository(MODEL, options);
  return {
    ...greeter,
    told: (body, more = {}) => greeter.greet({ code: javaScript(body) }, more),
  };
}

/** The body without its types. */
function javaScript(body: string): string {
  const [head, tail] = ["async function body(args, context) {", "}"];
  return stripTypeScriptTypes(`${head}${body}${tail}`).slice(head.length, -tail.length);
}
