import { visibleName } from "../text/plain.ts";

/** What an extension that acts on a type of another collective can do there, in words for who grants it. */
export function graftMeaning(type: string): string {
  return `sees the arguments, secrets and data of ${
    visibleName(type)
  } behaviors, and can change or stop their methods`;
}
