import type { ResourceOverride, Selection } from "@svc/core/answer";
import { SvcError } from "@svc/core/error";
import { isRecord, isTexts } from "@svc/core/json";
import { normalizeType } from "@svc/core/type";
import type { Definition } from "./definition.ts";
import { lineOf, readYamlMapping, type YamlMapping } from "./yaml.ts";

/** Keys of a feature that is gone; ignoring them would run something else than was meant. */
const REMOVED = ["driver", "driverConfig", "defaultDriver", "defaultDriverConfig"];

/** Characters of a name as read; new ones are shorter. */
const LONGEST_NAME = 200;

/** Something wrong in a definition file. */
interface DefinitionProblem {
  /** Keys and places, from the top of the file. */
  path: readonly (string | number)[];
  message: string;
  /** From 1. */
  line?: number;
}

/** A definition file that could be read, and everything wrong in it. */
export type DefinitionReading =
  | { definition: Definition; mapping: YamlMapping; problems: [] }
  | { definition?: undefined; mapping?: YamlMapping; problems: DefinitionProblem[] };

/**
 * Reads a definition file. Names are read more freely than they are given, as files from elsewhere have
 * them; keys that svc does not know are left alone.
 *
 * @param place the path shown in errors
 * @throws SvcError `validation_failed` with what is wrong and the line.
 */
export async function readDefinition(text: string, place: string): Promise<Definition> {
  const { definition, problems } = await inspectDefinition(text);
  if (definition !== undefined) return definition;
  const [{ message, line }] = problems as [DefinitionProblem];
  throw new SvcError(
    "validation_failed",
    `${place}${line === undefined ? "" : `:${line}`} is not a behavior: ${message}`,
    { hint: "Fix the file, or restore it from git." },
  );
}

/** As {@linkcode readDefinition}, with every problem instead of the first. */
export async function inspectDefinition(text: string): Promise<DefinitionReading> {
  const read = await readYamlMapping(text);
  if ("problem" in read) return { problems: [{ path: [], ...read.problem }] };
  const { mapping } = read;
  const found = problemsIn(mapping.value);
  if (found.length === 0) {
    return { definition: definitionOf(mapping.value), mapping, problems: [] };
  }
  const problems = await Promise.all(
    found.map(async (problem) => ({ ...problem, line: await lineOf(mapping, problem.path) })),
  );
  return { mapping, problems };
}

function problemsIn(value: Record<string, unknown>): DefinitionProblem[] {
  const problems: DefinitionProblem[] = [];
  const say = (path: (string | number)[], message: string) => problems.push({ path, message });
  for (const key of ["type", "id", "name"]) {
    if (typeof value[key] !== "string" || value[key] === "") {
      const how = key === "id" ? ": create a new UUID for it" : "";
      say([key], `${key} is ${isAbsent(value[key]) ? "missing" : "not text"}${how}`);
    }
  }
  const { type, id, name } = value;
  // All of them become parts of paths.
  if (typeof id === "string" && id !== "" && !/^[\w-][\w.-]{0,99}$/.test(id)) {
    say(["id"], "id must be a UUID");
  }
  if (typeof type === "string" && type !== "" && !isType(type)) {
    say(["type"], "type is not a behavior type");
  }
  if (typeof name === "string" && name !== "" && !isName(name)) {
    say(["name"], "name must be one line without '..' and '\\', of at most 200 characters");
  }
  for (const key of REMOVED) {
    if (value[key] !== undefined) {
      say([key], `${key} is no longer supported: svc runs every method in its sandbox. Delete it`);
    }
  }
  for (
    const key of ["globalArguments", "methods", "tags", "inputs", "checks", "reports", "resources"]
  ) {
    if (!isAbsent(value[key]) && !isRecord(value[key])) say([key], `${key} must be a mapping`);
  }
  for (const [method, preset] of entriesOf(value["methods"])) {
    const at = ["methods", method];
    if (!isAbsent(preset) && !isRecord(preset)) say(at, `${at.join(".")} must be a mapping`);
    else if (isRecord(preset) && !isAbsent(preset["arguments"]) && !isRecord(preset["arguments"])) {
      say([...at, "arguments"], `${at.join(".")}.arguments must be a mapping`);
    }
  }
  for (const [spec, override] of entriesOf(value["resources"])) {
    if (!isRecord(override)) say(["resources", spec], `resources.${spec} must be a mapping`);
  }
  for (const key of ["checks", "reports"]) {
    for (const [list, names] of entriesOf(value[key])) {
      if (["require", "skip"].includes(list) && !isAbsent(names) && !Array.isArray(names)) {
        say([key, list], `${key}.${list} must be a list of names`);
      }
    }
  }
  const { inputs } = value;
  if (isRecord(inputs)) {
    if (!isAbsent(inputs["type"]) && inputs["type"] !== "object") {
      say(["inputs", "type"], "inputs.type must be 'object'");
    }
    if (!isAbsent(inputs["properties"]) && !isRecord(inputs["properties"])) {
      say(["inputs", "properties"], "inputs.properties must be a mapping");
    }
    for (const [input, schema] of entriesOf(inputs["properties"])) {
      if (isRecord(schema)) continue;
      say(["inputs", "properties", input], `inputs.properties.${input} must be a mapping`);
    }
    const { required } = inputs;
    if (!isAbsent(required) && !isTexts(required)) {
      say(["inputs", "required"], "inputs.required must be a list of names");
    }
  }
  return problems;
}

function definitionOf(value: Record<string, unknown>): Definition {
  const { typeVersion, version, inputs, checks, reports, resources } = value;
  return {
    type: value["type"] as string,
    // Older files have a number there, which was not a version of the type.
    ...(typeof typeVersion === "string" ? { typeVersion } : {}),
    id: value["id"] as string,
    name: value["name"] as string,
    version: typeof version === "number" ? version : 1,
    tags: Object.fromEntries(entriesOf(value["tags"]).map(([key, tag]) => [key, String(tag)])),
    globalArguments: (value["globalArguments"] ?? {}) as Record<string, unknown>,
    methods: Object.fromEntries(
      entriesOf(value["methods"]).map(([method, preset]) => [
        method,
        isRecord(preset) && isRecord(preset["arguments"]) ? { arguments: preset["arguments"] } : {},
      ]),
    ),
    ...(isRecord(inputs) ? { inputs } : {}),
    ...(isRecord(checks) ? { checks: selectionOf(checks) } : {}),
    ...(isRecord(reports) ? { reports: selectionOf(reports) } : {}),
    ...(isRecord(resources) ? { resources: resources as Record<string, ResourceOverride> } : {}),
  };
}

function selectionOf(value: Record<string, unknown>): Selection {
  const names = (list: unknown) =>
    (Array.isArray(list) ? list : []).flatMap((item: unknown) => {
      if (typeof item === "string") return [item];
      return isRecord(item) && typeof item["name"] === "string" ? [item["name"]] : [];
    });
  return {
    ...(isAbsent(value["require"]) ? {} : { require: names(value["require"]) }),
    ...(isAbsent(value["skip"]) ? {} : { skip: names(value["skip"]) }),
  };
}

function isType(text: string): boolean {
  const normalized = normalizeType(text);
  return normalized !== "" && !/[\p{Cc}\\]/u.test(text);
}

function isName(text: string): boolean {
  return text.length <= LONGEST_NAME && !text.includes("..") &&
    !/[\p{Cc}\p{Zl}\p{Zp}\\]/u.test(text);
}

function entriesOf(value: unknown): [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : [];
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}
