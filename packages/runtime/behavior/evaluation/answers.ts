import { SvcError } from "@svc/core/error";
import { partAt } from "../../data/part.ts";
import { inputDefaults } from "../../repository/inputs/declared.ts";
import { holdsExpression } from "../../repository/inputs/template.ts";
import { among, behaviorOf, type DataReader, fileRecord, record } from "./data_calls.ts";
import {
  type AnswerWithSecrets,
  circleText,
  isOpenMapping,
  isSame,
  type Resolved,
  type Scope,
  scopeOf,
  type Waiting,
} from "./scope.ts";
import { type Answer, WHOLE } from "./step.ts";

/** What answering about definitions needs. */
export interface Teller {
  reader: DataReader;
  /** Evaluates every expression in a value; throws for the first that gives nothing. */
  resolve(value: unknown, scope: Scope, waiting: readonly Waiting[]): Promise<Resolved>;
  /** The scopes of other behaviors, by id. */
  scopes: Map<string, Scope>;
}

/**
 * A global argument, evaluated when it holds expressions.
 *
 * @throws SvcError `invalid_argument` for one that depends on itself.
 */
export async function argumentAt(
  scope: Scope,
  path: readonly (string | number)[],
  waiting: readonly Waiting[],
  teller: Teller,
): Promise<AnswerWithSecrets> {
  const { definition } = scope;
  const whole = path.at(-1) === WHOLE && typeof path.at(-1) === "number";
  const keys = whole ? path.slice(0, -1) : path;
  const raw = partAt(definition.globalArguments, keys);
  if (raw === undefined) {
    const around = partAt(definition.globalArguments, keys.slice(0, -1));
    const names = Object.keys((around ?? {}) as object);
    const name = String(keys.at(-1));
    const why = `'${definition.name}' has no global argument '${keys.join(".")}'. ${
      among(name, names, "There are")
    }`;
    return { answer: { absent: why }, secrets: [] };
  }
  if (!holdsExpression(raw)) return { answer: { value: raw }, secrets: [] };
  if (!whole && (keys.length === 0 || isOpenMapping(raw))) {
    return { answer: { mapping: true }, secrets: [] };
  }
  const { value, secrets } = await evaluated(scope, keys, raw, waiting, teller);
  return { answer: { value }, secrets };
}

async function evaluated(
  scope: Scope,
  keys: readonly (string | number)[],
  raw: unknown,
  waiting: readonly Waiting[],
  teller: Teller,
): Promise<Resolved> {
  const one = { behavior: scope.definition.name, path: keys.join(".") };
  const inside = waiting.find((other) =>
    isSame(one, other) ||
    (other.behavior === one.behavior && (one.path === "" || other.path.startsWith(`${one.path}.`)))
  );
  if (inside) throw new SvcError("invalid_argument", circleText(waiting, inside));
  const key = JSON.stringify(keys);
  const before = scope.memo.get(key);
  if (before) return await before;
  const resolved = teller.resolve(raw, scope, [...waiting, one]);
  scope.memo.set(key, resolved);
  return await resolved;
}

/** `model.<name or id>…`: another behavior's definition, resources and files. */
export async function answerModel(
  path: readonly (string | number)[],
  waiting: readonly Waiting[],
  teller: Teller,
): Promise<AnswerWithSecrets> {
  const [name, part, ...rest] = path;
  const plainly = (answer: Answer): AnswerWithSecrets => ({ answer, secrets: [] });
  if (name === WHOLE) return plainly({ refused: "does not name a behavior: write model.<name>" });
  const found = await behaviorOf(teller.reader, String(name));
  if ("absent" in found) return plainly(found);
  switch (part) {
    case undefined:
      return plainly({ mapping: true });
    case "definition":
    case "input": {
      const { definition } = found;
      const scope = teller.scopes.get(definition.id) ??
        scopeOf(definition, inputDefaults(definition.inputs ?? {}, {}));
      teller.scopes.set(definition.id, scope);
      const { id, name, version, tags, typeVersion } = scope.definition;
      const plain = { id, name, type: found.type, typeVersion, version, tags };
      return await answerDefinition(scope, { what: "a definition", plain }, rest, waiting, teller);
    }
    case "resource":
    case "file": {
      const [spec, instance] = rest;
      if (spec === WHOLE || instance === WHOLE) {
        return plainly({
          refused: `does not name data: write model.${name}.${part}.<output>.<name>`,
        });
      }
      if (instance === undefined) return plainly({ mapping: true });
      if (part === "resource") {
        const wanted = { name: String(instance), spec: String(spec) };
        return await record(teller.reader, String(name), wanted);
      }
      return plainly(
        await fileRecord(teller.reader, String(name), String(spec), String(instance)),
      );
    }
    default: {
      const parts = ["definition", "input", "resource", "file"];
      return plainly({
        absent: `a behavior has no '${part}' here. ${among(String(part), parts, "It has")}`,
      });
    }
  }
}

/**
 * What a definition says under a path: one of its `plain` values, a global argument, or all of them.
 *
 * @param what what it is called when it has no such value
 */
export async function answerDefinition(
  scope: Scope,
  { what, plain }: { what: string; plain: Readonly<Record<string, unknown>> },
  path: readonly (string | number)[],
  waiting: readonly Waiting[],
  teller: Teller,
): Promise<AnswerWithSecrets> {
  const [key, ...rest] = path;
  if (key === undefined) return { answer: { mapping: true }, secrets: [] };
  if (key === "globalArguments") return await argumentAt(scope, rest, waiting, teller);
  if (key === WHOLE) {
    const { answer, secrets } = await argumentAt(scope, [WHOLE], waiting, teller);
    if (!("value" in answer)) return { answer, secrets };
    return { answer: { value: { ...plain, globalArguments: answer.value } }, secrets };
  }
  const value = Object.hasOwn(plain, key) ? plain[key] : undefined;
  if (value !== undefined) return { answer: { value }, secrets: [] };
  const names = [...Object.keys(plain), "globalArguments"];
  return {
    answer: { absent: `${what} has no '${key}'. ${among(String(key), names, "It has")}` },
    secrets: [],
  };
}
