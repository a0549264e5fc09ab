import { SvcError } from "@svc/core/error";
import type { Host } from "../frame/host.ts";

/** The text after a person has edited it, and where it was kept meanwhile. */
export interface Edited {
  text: string;
  /** A file of the person's own in a folder of its own. */
  path: string;
  editor: string;
  /** Removes the file; without it the text stays. */
  remove(): Promise<void>;
}

/**
 * Has the person edit a text in `$VISUAL`, else `$EDITOR`, else vi.
 *
 * @param name of the file, which tells the editor what it is
 * @throws SvcError `run_failed` when the editor ends with an error; the text is kept then.
 */
export async function editText(text: string, name: string, host: Host): Promise<Edited> {
  const editor = host.env("VISUAL") || host.env("EDITOR") || "vi";
  const folder = await Deno.makeTempDir({ prefix: "svc-edit-" });
  const path = `${folder}/${name}`;
  await Deno.writeTextFile(path, text, { mode: 0o600 });
  // What stands in the variable is a command of the person's shell, as for git.
  const { success, code } = await new Deno.Command("sh", {
    args: ["-c", `${editor} "$@"`, editor, path],
    stdin: "inherit",
    stdout: "inherit",
    stderr: "inherit",
  }).spawn().status;
  const remove = () => Deno.remove(folder, { recursive: true });
  if (success) return { text: await Deno.readTextFile(path), path, editor, remove };
  if (await Deno.readTextFile(path) === text) await remove();
  throw new SvcError(
    "run_failed",
    `The editor '${editor}' ended with ${code}; nothing was changed`,
    {
      hint: "Set VISUAL or EDITOR to an editor, or give the new text on stdin.",
    },
  );
}
