import type { RunResult } from "@svc/core/answer";
import { stripTypeScriptTypes } from "node:module";
import type { RunOptions } from "../run/request.ts";
import { modelText } from "./extension.ts";
import { greeterRepository, type TestRepository } from "./repository.ts";

/** A greeter whose method does what each run tells it. */
export interface ScriptedGreeter extends TestRepository {
  /** Runs a method with this body, in which `args` and `context` are what a method gets. */
  runBody(body: string, options?: RunOptions): Promise<RunResult>;
}

/** Makes one. Bundling a model takes longer than most runs, and all of these have the same. */
export async function scriptedGreeter(): Promise<ScriptedGreeter> {
  const greeter = await greeterRepository(scriptedModel());
  return { ...greeter, runBody: (body, options = {}) => greeter.greet(inputsFor(body), options) };
}

/** A repository whose greeter does this: see {@linkcode scriptedModel}. Its inputs are a name. */
export async function bodyGreeter(
  body: string,
  options?: Parameters<typeof greeterRepository>[1],
): Promise<TestRepository> {
  const greeter = await greeterRepository(scriptedModel(), options);
  return {
    ...greeter,
    greet: ({ name = "Ada" } = {}, more = {}) => greeter.greet(inputsFor(body, `${name}`), more),
  };
}

/**
 * A model whose method compiles the body that its inputs hold. The scan sees nothing of it: a test of what
 * is found, granted or shown of a source has a model of its own.
 */
export function scriptedModel(parts: { globals?: string; before?: string } = {}): string {
  return modelText(
    `        const Method = Object.getPrototypeOf(async function () {}).constructor;
        return await new Method("args", "context", decodeURIComponent(args.code))(args, context) ?? {};`,
    { ...parts, args: `{ name: z.string(), code: z.string() }` },
  );
}

/** The inputs that tell the method its body, which may have types. */
export function inputsFor(body: string, name = "Ada"): { name: string; code: string } {
  const [head, tail] = ["async function body(args, context) {", "\n}"];
  const code = stripTypeScriptTypes(`${head}${body}${tail}`).slice(head.length, -tail.length);
  // Encoded, what looks like an expression of svc is none.
  return { name, code: encodeURIComponent(code) };
}
