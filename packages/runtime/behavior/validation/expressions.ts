import { partAt } from "../../data/part.ts";
import type { Definition } from "../../repository/definitions/definition.ts";
import { among } from "../evaluation/data_calls.ts";
import { referencesIn, type TextReferences } from "../evaluation/references.ts";
import { scopeOf } from "../evaluation/scope.ts";
import type { FoundProblem } from "./arguments.ts";
import { propertiesOf } from "../../base/schema/properties.ts";

/** What the expressions of a definition were found to be. */
export interface ExpressionFindings {
  problems: FoundProblem[];
  envVars: { path: string; envVar: string }[];
  secrets: { path: string; vault: string; key: string }[];
}

/** What expressions may refer to. */
interface KnownNames {
  names: readonly string[];
  ids: readonly string[];
  vaults?: readonly string[] | undefined;
}

const SELF = ["id", "name", "version", "tags", "globalArguments"];
const MODEL = ["definition", "input", "resource", "file"];

/**
 * What is wrong with the expressions of a definition as far as can be told without evaluating them, and
 * the environment variables and secrets that they take.
 *
 * @param known names and ids of all behaviors; names of all vaults, where they are to be looked at
 */
export function inspectExpressions(
  definition: Definition,
  known: KnownNames,
): ExpressionFindings {
  const { globalArguments, methods } = definition;
  const texts = referencesIn({ globalArguments, methods }, scopeOf(definition, {}));
  const problems: FoundProblem[] = [];
  const envVars: ExpressionFindings["envVars"] = [];
  const secrets: ExpressionFindings["secrets"] = [];
  for (const text of texts) {
    const path = [...text.path];
    for (const message of problemsOf(text, definition, known)) problems.push({ path, message });
    secrets.push(...text.secrets.map((secret) => ({ path: path.join("."), ...secret })));
    for (const [root, name] of text.chains) {
      if (root === "env" && name !== undefined) {
        envVars.push({ path: path.join("."), envVar: name });
      }
    }
  }
  return { problems, envVars, secrets };
}

function problemsOf(
  { chains, behaviors: called, secrets, problem }: TextReferences,
  definition: Definition,
  { names, ids, vaults }: KnownNames,
): string[] {
  const found: string[] = problem === undefined ? [] : [problem];
  for (const { vault } of secrets) {
    if (vaults === undefined || vaults.includes(vault)) continue;
    found.push(
      `there is no vault '${vault}'. ${among(vault, vaults, "There are")} ` +
        `'svc vault create local_encryption ${vault}' makes one.`,
    );
  }
  const behavior = (name: string) => {
    if (names.includes(name) || ids.includes(name)) return;
    found.push(`there is no behavior '${name}'. ${among(name, names, "There are")}`);
  };
  for (const [root, first, ...rest] of chains) {
    if (first === undefined) continue;
    if (root === "inputs") {
      const declared = Object.keys(propertiesOf(definition.inputs));
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
