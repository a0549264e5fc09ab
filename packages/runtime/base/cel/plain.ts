import { evaluate, Optional } from "@marcbachmann/cel-js";

/** The class of what CEL gives for `text`: a bundler may change its name, and not each is exported. */
const classOf = (text: string) => evaluate(text).constructor as new () => object;

const UnsignedInt = classOf("0u");
const Duration = classOf("duration('0s')");
const Type = classOf("type(0)");

/**
 * What an expression gave, as JSON: whole numbers that a double holds become numbers, times become
 * texts, an optional value its content or null.
 */
export function plainValue(value: unknown): unknown {
  if (typeof value === "bigint") {
    return BigInt.asIntN(54, value) === value ? Number(value) : String(value);
  }
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(plainValue);
  if (value instanceof Set) return [...value].map(plainValue);
  if (value instanceof Map) return plainValue(Object.fromEntries(value));
  if (value instanceof Uint8Array) return value.toBase64();
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Optional) return value.hasValue() ? plainValue(value.value()) : null;
  if (value instanceof UnsignedInt) return plainValue(value.valueOf());
  if (value instanceof Duration || value instanceof Type) return String(value);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainValue(item)]));
}
