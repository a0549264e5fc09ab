import { createHash } from "node:crypto";

/** Clients put their own name for the server in front and allow 60 to 64 characters together. */
const LONGEST = 48;

/** Hexadecimal digits of a digest; two of a stranger's names are not the same by chance or by work. */
const DIGITS = 12;

const BETWEEN = "__";

/** What a shortened name ends with. A plain one that does is shortened, too. */
const SHORTENED = new RegExp(`-h[0-9a-f]{${DIGITS}}$`);

/** A name that reads the same in a tool. It has no `__`, so that one tool is one behavior and method. */
const PLAIN = /^[a-zA-Z0-9](?:_?[a-zA-Z0-9-])*$/;

/**
 * The name of the tool for a method of a behavior: `<behavior>__<method>` where that is short and plain,
 * else a beginning of it with a digest. It depends on nothing but the two names.
 */
export function toolName(behavior: string, method: string): string {
  const plain = `${behavior}${BETWEEN}${method}`;
  const isPlain = PLAIN.test(behavior) && PLAIN.test(method);
  if (isPlain && plain.length <= LONGEST && !SHORTENED.test(plain)) return plain;
  const digest = createHash("sha256").update(JSON.stringify([behavior, method])).digest("hex");
  const end = `-h${digest.slice(0, DIGITS)}`;
  const room = LONGEST - end.length - BETWEEN.length;
  const methodPart = slug(method, Math.floor(room / 2));
  const behaviorPart = slug(behavior, room - methodPart.length);
  return `${behaviorPart}${BETWEEN}${methodPart}${end}`;
}

function slug(text: string, most: number): string {
  const words = text.slice(0, 4 * most).replace(/[^a-zA-Z0-9]+/g, "-").replace(/^-|-$/g, "");
  return words.slice(0, most).replace(/-$/, "") || "x";
}
