import { SvcError } from "@svc/core/error";
import { isRecord } from "@svc/core/json";
import type { Document, ToStringOptions } from "yaml";
import { writeAtomic } from "../../base/files/write.ts";
import { shownPath } from "./entries.ts";
import { LARGEST } from "./files.ts";
import type { Definition } from "./definition.ts";
import { readYamlMapping } from "./yaml.ts";
import type { Repository } from "../repository.ts";

/** What of a definition is to change; keys that are absent stay as they are. */
type DefinitionChange = Partial<
  Pick<Definition, "typeVersion" | "name" | "version" | "tags" | "globalArguments" | "methods">
>;

/**
 * Changes values in a definition file. Comments, the order of keys and keys that svc does not know
 * stay; a value that has not changed is not touched. Call under `definitions.lock`.
 *
 * @throws SvcError `validation_failed` when the file is broken or would become too large.
 */
export async function rewriteDefinition(
  repository: Repository,
  path: string,
  change: DefinitionChange,
): Promise<void> {
  const text = await Deno.readTextFile(path);
  const changed = await changedText(text, change, shownPath(repository, path));
  if (changed !== text) await writeAtomic(path, changed);
}

/**
 * The text of a definition file after a change, see {@linkcode rewriteDefinition}, or of another YAML
 * file that holds a mapping.
 *
 * @param what such a file is, for the error
 */
export async function changedText(
  text: string,
  change: Readonly<Record<string, unknown>>,
  place: string,
  what = "a behavior",
): Promise<string> {
  const read = await readYamlMapping(text);
  if ("problem" in read) {
    throw new SvcError("validation_failed", `${place} is not ${what}: ${read.problem.message}`, {
      hint: "Fix the file, or restore it from git.",
    });
  }
  const { document, value } = read.mapping;
  let touched = false;
  for (const [key, wanted] of Object.entries(change)) {
    if (!same(value[key], wanted)) assertNoMergeKey(wanted, place);
    touched = put(document, [key], value[key], wanted) || touched;
  }
  return touched ? fitting(document.toString(styleOf(text)), place) : text;
}

/** How a text is laid out, so that rewriting it changes few of its lines. */
function styleOf(text: string): ToStringOptions {
  const indent = /^[^\s#][^\n]*:[ \t]*\r?\n((?: *#[^\n]*\n)*)( +)[^\s#-]/m.exec(text)?.[2]?.length;
  return {
    lineWidth: 0,
    flowCollectionPadding: !/[[{][^\s\]}]/.test(text) || /[[{] +\S/.test(text),
    indentSeq: !/^( *)[^\s#-][^\n]*:[ \t]*\r?\n\1- /m.test(text),
    ...(indent === undefined ? {} : { indent: Math.min(indent, 8) }),
  };
}

/**
 * The text, when svc would read it again.
 *
 * @throws SvcError `validation_failed` for one that is too large.
 */
export function fitting(text: string, place: string): string {
  if (text.length <= LARGEST && new TextEncoder().encode(text).length <= LARGEST) return text;
  throw new SvcError("validation_failed", `${place} would be larger than ${LARGEST} bytes`, {
    hint: "Put large texts in files of their own, and name the file in the argument.",
  });
}

/** @throws SvcError `validation_failed` for a key that would be read as a merge of another mapping */
export function assertNoMergeKey(value: unknown, place: string): void {
  if (isRecord(value) && Object.hasOwn(value, "<<")) {
    throw new SvcError("validation_failed", `${place} cannot have a key named '<<'`, {
      hint: "YAML reads it as a merge key. Use another name.",
    });
  }
  if (typeof value !== "object" || value === null) return;
  for (const inner of Object.values(value)) assertNoMergeKey(inner, place);
}

/** Puts `wanted` in the place of `present`, mapping by mapping. True when anything has changed. */
function put(document: Document, path: string[], present: unknown, wanted: unknown): boolean {
  if (same(present, wanted)) return false;
  if (!isRecord(present) || !isRecord(wanted) || isShared(document, path)) {
    if (wanted === undefined) document.deleteIn(path);
    // A plain value is put into the node that is there, which keeps the comment behind it.
    else if (typeof wanted !== "object") document.setIn(path, wanted);
    else document.setIn(path, document.createNode(wanted));
    return true;
  }
  for (const key of new Set([...Object.keys(present), ...Object.keys(wanted)])) {
    const own = Object.hasOwn(wanted, key) ? wanted[key] : undefined;
    put(document, [...path, key], Object.hasOwn(present, key) ? present[key] : undefined, own);
  }
  return true;
}

/** True for a mapping that other places use too, or that takes keys from elsewhere. */
function isShared(document: Document, path: string[]): boolean {
  const node = document.getIn(path, true) as
    | { anchor?: string; source?: string; items?: { key?: unknown }[] }
    | undefined;
  return node?.source !== undefined || node?.anchor !== undefined ||
    (node?.items ?? []).some(({ key }) => (key as { value?: unknown })?.value === "<<");
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
