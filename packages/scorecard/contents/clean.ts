import { visibleText } from "@svc/core/text";

/** The longest text that is kept, as in a description that comes with an archive. */
const LONGEST = 20_000;

/** A value read from a stranger's text, with every character that is not seen written out. */
export function cleaned<Value>(value: Value): Value {
  if (typeof value === "string") return visibleText(value.slice(0, LONGEST)) as Value;
  if (Array.isArray(value)) return value.map(cleaned) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [visibleText(key.slice(0, LONGEST)), cleaned(one)]),
  ) as Value;
}
