import type { AnyNode } from "acorn";
import { concatenated, literalOf, plainText, UNKNOWN, type Value } from "./value.ts";

type Text = Extract<Value, { is: "text" }>;

/** Methods that leave what a text starts with, as far as a host or a folder goes. */
const KEEPING = new Set([
  "normalize",
  "replace",
  "replaceAll",
  "toLowerCase",
  "toString",
  "trim",
  "trimEnd",
  "trimStart",
  "valueOf",
]);

/** What a method of a text gives. */
export function textCall(text: Text, name: string, args: readonly (readonly Value[])[]): Value[] {
  if (KEEPING.has(name)) return [text];
  if (name === "concat") return concatenated([[text], ...args]);
  const [from, to] = args.map(([value]) => value === undefined ? undefined : literalOf(value));
  // `url.slice(0, -1)` takes a slash off the end.
  const cutsEnd = (name === "slice" || name === "substring") && from === "0" && to === undefined;
  return [cutsEnd ? text : UNKNOWN];
}

/** A member of a text, or of the URL it is. */
export function textMember(text: Text, key: string): Value[] {
  const [head, ...rest] = text.parts;
  const isSetting = typeof head === "object" && ["globalArgs", "config"].includes(head.hole);
  if (isSetting && rest.length === 0) return [UNKNOWN];
  switch (key) {
    case "href":
    case "origin":
      return [text];
    case "host":
    case "hostname": {
      if (typeof head === "string") {
        const host = /^[a-z][a-z0-9+.-]*:\/\/([^/?#@]+)/i.exec(head)?.[1];
        return [host === undefined ? UNKNOWN : plainText(host)];
      }
      return [
        head === undefined || head.hole === "computed" ? UNKNOWN : { ...text, parts: [head] },
      ];
    }
    default:
      return [UNKNOWN];
  }
}

/** What a method of an array does with it, undefined when that is not known. */
export function arrayCall(
  elements: readonly AnyNode[],
  name: string,
): { take?: AnyNode | undefined; elements?: readonly AnyNode[]; joined?: boolean } | undefined {
  switch (name) {
    case "join":
      return { joined: true };
    case "shift":
      return { take: elements[0] };
    case "filter":
    case "concat":
    case "slice":
      return { elements };
    default:
      return undefined;
  }
}
