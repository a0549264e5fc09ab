import { SvcError } from "@svc/core/error";
import type { Definition } from "./definition.ts";

/**
 * Reads a definition file.
 *
 * @param place the path shown in errors
 * @throws SvcError `validation_failed` with what is wrong.
 */
export async function readDefinition(text: string, place: string): Promise<Definition> {
  const { parse } = await import("yaml");
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    throw invalid(place, error instanceof Error ? error.message.split("\n")[0]! : String(error));
  }
  if (!isRecord(value)) throw invalid(place, "must be a YAML mapping");
  for (const key of ["type", "id", "name"]) {
    if (typeof value[key] !== "string" || value[key] === "") {
      throw invalid(place, `${key} is ${value[key] === undefined ? "missing" : "not a text"}`);
    }
  }
  for (const key of ["globalArguments", "methods", "tags"]) {
    if (value[key] !== undefined && value[key] !== null && !isRecord(value[key])) {
      throw invalid(place, `${key} must be a mapping`);
    }
  }
  // Both become parts of paths.
  if (!/^[\w-][\w.-]{0,99}$/.test(value["id"] as string)) throw invalid(place, "id must be a UUID");
  if (/\p{Cc}/u.test(value["type"] as string)) throw invalid(place, "type is no behavior type");
  return {
    type: value["type"] as string,
    ...(typeof value["typeVersion"] === "string" ? { typeVersion: value["typeVersion"] } : {}),
    id: value["id"] as string,
    name: value["name"] as string,
    version: typeof value["version"] === "number" ? value["version"] : 1,
    tags: Object.fromEntries(
      Object.entries((value["tags"] ?? {}) as object).map(([key, tag]) => [key, String(tag)]),
    ),
    globalArguments: (value["globalArguments"] ?? {}) as Record<string, unknown>,
    methods: (value["methods"] ?? {}) as Definition["methods"],
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function invalid(place: string, problem: string): SvcError {
  return new SvcError("validation_failed", `${place} is not a behavior: ${problem}`, {
    hint: "Fix the file, or restore it from git.",
  });
}
