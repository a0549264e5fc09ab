import type { CheckDescriptor } from "@svc/core/descriptor";
import type { Findings } from "./findings.ts";

/** The checks of a model at the key `at` (extension format reference §3.1). */
export function describeChecks(
  value: unknown,
  found: Findings,
  at = "model.checks",
): CheckDescriptor[] {
  if (value === undefined) return [];
  return Object.entries(found.object(at, value) ?? {}).map(([name, entry]) => {
    const key = `${at}.${name}`;
    found.name(key, name);
    const check = found.object(key, entry) ?? {};
    if (typeof check["execute"] !== "function") found.add(`${key}.execute`, "must be a function");
    return {
      name,
      description: found.prose(`${key}.description`, check["description"]),
      ...listOf(`${key}`, "labels", check, found),
      ...listOf(`${key}`, "appliesTo", check, found),
    };
  });
}

/** True for a list of texts. */
export function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function listOf<K extends string>(
  key: string,
  name: K,
  from: Record<string, unknown>,
  found: Findings,
): { [key in K]?: string[] } {
  const value = from[name];
  if (value === undefined) return {};
  if (isTextList(value)) return { [name]: value } as { [key in K]: string[] };
  found.add(`${key}.${name}`, "must be a list of texts");
  return {};
}
