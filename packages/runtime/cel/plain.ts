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
  if (isOptional(value)) return value.hasValue() ? plainValue(value.value()) : null;
  if (isKind(value, "UnsignedInt")) return plainValue(value.valueOf());
  if (isKind(value, "Duration") || isKind(value, "Type")) return String(value);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainValue(item)]));
}

interface Optional {
  hasValue(): boolean;
  value(): unknown;
}

function isOptional(value: object): value is Optional {
  return isKind(value, "Optional") && typeof (value as Optional).hasValue === "function";
}

/** True for a value of a kind that only CEL has; data may have a key `constructor`. */
function isKind(value: object, name: string): boolean {
  return !Object.hasOwn(value, "constructor") && value.constructor?.name === name;
}
