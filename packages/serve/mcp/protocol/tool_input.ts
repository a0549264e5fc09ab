import { SvcError } from "@svc/core/error";
import { isRecord } from "@svc/core/json";

/** The arguments of one of svc's own tools, as a client gave them. */
export type ToolInput = Record<string, unknown>;

/** A text that has to be there. @throws SvcError `invalid_argument` */
export function text(given: ToolInput, name: string): string {
  const value = optionalText(given, name);
  if (value === undefined || value === "") throw wrong(name, "is required");
  return value;
}

/** @throws SvcError `invalid_argument` */
export function optionalText(given: ToolInput, name: string): string | undefined {
  const value = own(given, name);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string" || value.length > 1000) throw wrong(name, "is not a short text");
  return value;
}

/** A whole number of at least 0, or what stands for none. @throws SvcError `invalid_argument` */
export function count(given: ToolInput, name: string, none: number): number {
  const value = own(given, name);
  if (value === undefined || value === null) return none;
  if (!Number.isSafeInteger(value) || (value as number) < 0) {
    throw wrong(name, "is not a whole number from 0");
  }
  return value as number;
}

/** An object; empty when there is none. @throws SvcError `invalid_argument` */
export function object(given: ToolInput, name: string): Record<string, unknown> {
  const value = own(given, name);
  if (value === undefined || value === null) return {};
  if (!isRecord(value)) throw wrong(name, "is not an object");
  return value;
}

function own(given: ToolInput, name: string): unknown {
  return Object.hasOwn(given, name) ? given[name] : undefined;
}

function wrong(name: string, what: string): SvcError {
  return new SvcError("invalid_argument", `'${name}' ${what}`, {
    details: [{ path: name, message: what }],
  });
}
