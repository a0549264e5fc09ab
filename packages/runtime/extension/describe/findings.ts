import { nameProblem, textProblem, visibleName, visibleText } from "@svc/core/text";

/** What is wrong with a module, each with the key it stands at. */
export interface Findings {
  readonly list: { key: string; message: string }[];
  add(key: string, message: string): void;
  /** Finds a name that people could not tell from another. */
  name(key: string, value: string): void;
  /** `value` as an object, or undefined after a finding. */
  object(key: string, value: unknown): Record<string, unknown> | undefined;
  /** `value` as a non-empty string, or `""` after a finding. */
  text(key: string, value: unknown): string;
  /** `value` as a description, which may be empty, or `""` after a finding. */
  prose(key: string, value: unknown): string;
}

/** An empty list of findings. */
export function findings(): Findings {
  const list: Findings["list"] = [];
  const add = (key: string, message: string) => void list.push({ key, message });
  const found: Findings = {
    list,
    add,
    name(key, value) {
      const problem = nameProblem(value);
      if (problem !== undefined) add(visibleName(key), problem);
    },
    object(key, value) {
      // A class has its members as an object has.
      const holds = typeof value === "object" && value !== null || typeof value === "function";
      if (holds && !Array.isArray(value)) {
        return value as Record<string, unknown>;
      }
      add(key, value === undefined ? "is missing" : `must be an object, not ${kindOf(value)}`);
      return undefined;
    },
    text(key, value) {
      if (typeof value === "string" && value.trim() !== "") {
        const problem = textProblem(value);
        if (problem !== undefined) add(key, problem);
        return value;
      }
      add(
        key,
        value === undefined ? "is missing" : `must be a non-empty string, not ${kindOf(value)}`,
      );
      return "";
    },
    // Nobody compares a description by eye: what is not seen in it is written out, not refused.
    prose(key, value) {
      return typeof value === "string" ? visibleText(value) : found.text(key, value);
    },
  };
  return found;
}

/** A value's kind in words. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (value === "") return "an empty string";
  return typeof value === "object" || typeof value === "undefined"
    ? `an ${typeof value}`
    : `a ${typeof value}`;
}
