import { siblingPath } from "@svc/core/module";
import { absolutePath, parentOf } from "../base/files/path.ts";
import { KIT_FILES } from "./files.ts";
import { TEST_NAME, TYPES_NAME } from "../extension/sources/types_module.ts";

/** Folder of the copy, beside the extension's `deno.json`. Never published, and ignored by git. */
export const KIT_FOLDER = ".svc/author";

/** What `deno.json` says of the copy. */
export const KIT_IMPORTS: Readonly<Record<string, string>> = {
  [TYPES_NAME]: `./${KIT_FOLDER}/kit/extension.ts`,
  [TEST_NAME]: `./${KIT_FOLDER}/kit/trial.ts`,
};

/**
 * Puts the types and test helpers of this client beside an extension, where editors and `deno` find
 * them. Files that are the same already stay untouched.
 *
 * @param folder absolute, of the `deno.json`
 */
export async function writeKit(folder: string): Promise<void> {
  for (const file of KIT_FILES) {
    const target = absolutePath(`${KIT_FOLDER}/${file}`, folder);
    const text = await Deno.readTextFile(siblingPath(import.meta, `../${file}`));
    if (await Deno.readTextFile(target).catch(() => undefined) === text) continue;
    await Deno.mkdir(parentOf(target), { recursive: true });
    await Deno.writeTextFile(target, text);
  }
}
