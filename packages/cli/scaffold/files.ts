import { schemaLine } from "@svc/core/file_schema";
import { siblingPath } from "@svc/core/module";
import { configurationText } from "../extension/kit.ts";
import type { NewExtension } from "./extension.ts";
import { type KindName, KINDS } from "./kinds.ts";

/** Beside the files of its kind. */
const COMMON = { "LICENSE": "../LICENSE", ".gitignore": "../gitignore" };

/**
 * The files of a new extension by their path in its folder. It earns every point as it stands.
 *
 * @param schema the address of the schema that the manifest names to editors
 */
export async function newFiles(
  kind: KindName,
  extension: NewExtension,
  schema: string | undefined,
): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const [path, template] of Object.entries({ ...KINDS[kind].files, ...COMMON })) {
    const file = siblingPath(import.meta, `templates/${kind}/${template}.txt`);
    const line = path === "manifest.yaml" ? schemaLine(schema) : "";
    files[filled(path, { ...extension })] = line +
      filled(await Deno.readTextFile(file), { ...extension });
  }
  return { ...files, "deno.json": configurationText() };
}

/** A template with what stands between `{{` and `}}` put in. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, word) => values[word] ?? whole);
}
