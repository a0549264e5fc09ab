import { readSource } from "@svc/core/source";
import { lockedVersion } from "./lock.ts";

/** Of a text without the content of its strings: `import { z } from "…"`. */
const NAMED = /\bimport\s*(\{\s*z\s*\})\s*from\s*(["'])\s*\2/g;

/** The package as sources name it, and what they say of its version; other tools write the bare name. */
const ZOD = /(["'])(zod|npm:\/?zod(?:@[^"'/]+)?)\1$/;

/** From 4.5 on, English does not depend on a module that only the whole of zod loads. */
const ENOUGH = /^(?:4\.(?:[5-9]|[1-9]\d)|[5-9])\.[\d.]+$/;

/**
 * The same module with zod imported as a namespace. `z` of zod is its namespace, with every language
 * that its messages exist in: named, all of it is bundled, and loaded by each run; as a namespace, only
 * what the module uses, a quarter. Every line keeps its number.
 *
 * @param lock tells the version where the source leaves it open; a source of an unknown one stays
 */
export function withZodNamespace(source: string, lock?: Uint8Array): string {
  if (!/zod["'@]/.test(source)) return source;
  let text = source;
  for (const found of readSource(source).bare.matchAll(NAMED)) {
    const [statement, names] = found as unknown as [string, string];
    const [, , named] = ZOD.exec(source.slice(found.index, found.index + statement.length)) ?? [];
    if (named === undefined || !ENOUGH.test(versionOf(named, lock))) continue;
    const lines = names.replace(/[^\n]/g, "");
    const at = found.index + statement.indexOf(names) + text.length - source.length;
    text = `${text.slice(0, at)} * as z ${lines}${text.slice(at + names.length)}`;
  }
  return text;
}

function versionOf(named: string, lock: Uint8Array | undefined): string {
  const specifier = named === "zod" ? "npm:zod@4" : named.replace("npm:/", "npm:");
  const locked = lock && lockedVersion(lock, specifier);
  return locked ?? /@([\d.]+)$/.exec(specifier)?.[1] ?? "";
}
