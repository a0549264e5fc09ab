import type { Definition } from "../definitions/definition.ts";
import { among } from "../evaluation/data_calls.ts";
import { referencesIn, type TextReferences } from "../evaluation/references.ts";
import { partAt, scopeOf } from "../evaluation/scope.ts";
import type { FoundProblem } from "./arguments.ts";

/** What the expressions of a definition were found to be. */
export interface ExpressionFindings {
  problems: FoundProblem[];
  envVars: { path: string; envVar: string }[];
}

const SELF = ["id", "name", "version", "tags", "globalArguments"];
const MODEL = ["definition", "input", "resource", "file"];

/**
 * What is wrong with the expressions of a definition as far as can be told without evaluating them, and
 * the environment variables that they take.
 *
 * @param behaviors names and ids of all behaviors
 */
export function inspectExpressions(
  definition: Definition,
  behaviors: { names: readonly string[]; ids: readonly string[] },
): ExpressionFindings {
  const { globalArguments, methods } = definition;
  const texts = referencesIn({ globalArguments, methods }, scopeOf(definition, {}));
  const problems: FoundProblem[] = [];
  const envVars: ExpressionFindings["envVars"] = [];
  for (const text of texts) {
    const path = [...text.path];
    for (const message of problemsOf(text, definition, behaviors)) problems.push({ path, message });
    for (const [root, name] of text.chains) {
      if (root === "env" && name !== undefined) {
        envVars.push({ path: path.join("."), envVar: name });
      }
    }
  }
  return { problems, envVars };
}

function problemsOf(
  { chains, behaviors: called, vault, problem }: TextReferences,
  definition: Definition,
  { names, ids }: { names: readonly string[]; ids: readonly string[] },
): string[] {
  const found: string[] = problem === undefined ? [] : [problem];
  if (vault) found.push("needs a vault, and svc has no vaults yet");
  const behavior = (name: string) => {
    if (names.includes(name) || ids.includes(name)) return;
    found.push(`there is no behavior '${name}'. ${among(name, names, "There are")}`);
  };
  for (const [root, first, ...rest] of chains) {
    if (first === undefined) continue;
    if (root === "inputs") {
      const declared = Object.keys((definition.inputs?.["properties"] ?? {}) as object);
      if (declared.includes(first)) continue;
      found.push(`the input '${first}' is not declared. ${among(first, declared, "There are")}`);
    } else if (root === "self") {
      if (!SELF.includes(first)) {
        found.push(`self has no '${first}'. ${among(first, SELF, "It has")}`);
      } else if (first === "globalArguments" && rest[0] !== undefined) {
        const own = definition.globalArguments;
        if (partAt(own, [rest[0]]) !== undefined) continue;
        found.push(
          `there is no global argument '${rest[0]}'. ${
            among(rest[0], Object.keys(own), "There are")
          }`,
        );
      }
    } else if (root === "model") {
      behavior(first);
      if (rest[0] !== undefined && !MODEL.includes(rest[0])) {
        found.push(`a behavior has no '${rest[0]}' here. ${among(rest[0], MODEL, "It has")}`);
      }
    }
  }
  for (const name of called) behavior(name.replace(/^\*:/, ""));
  return [...new Set(found)];
}
