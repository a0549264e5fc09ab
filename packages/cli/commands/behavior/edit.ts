import { isSvcError, SvcError } from "@svc/core/error";
import {
  definitionText,
  type EditResult,
  type FoundDefinition,
  replaceDefinition,
} from "@svc/runtime/definitions";
import type { Repository } from "@svc/runtime/repository";
import { arg, defineCommand } from "../../frame/command.ts";
import type { Host } from "../../frame/host.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { usage } from "../../frame/parse.ts";
import { repositoryOf } from "../../frame/repository.ts";

export default defineCommand({
  description:
    "Opens the behavior's file in $VISUAL or $EDITOR. With text on stdin, that text replaces the file. " +
    "A text that is not a valid behavior is saved to another file, whose path is printed.",
  examples: {
    "svc behavior edit insight": "in your editor",
    "svc behavior edit insight < insight.yaml": "with the text of a file",
  },
  arguments: [arg("name", "the behavior's name or id", { completes: "behavior" })],
  options: { "repo-dir": REPO_DIR },
  async run(context): Promise<EditResult & { editor?: string }> {
    const { host, json, arguments: { name } } = context;
    const repository = await repositoryOf(context);
    const { found, text } = await definitionText(repository, name);
    const piped = host.stdinIsTerminal ? "" : await host.stdin();
    if (piped.trim() !== "") return await replaceDefinition(repository, found, piped, text);
    if (json || !host.stdinIsTerminal) {
      throw usage(
        "stdin is empty, and an editor needs a terminal",
        [`Pass the whole file: svc behavior edit ${name} < <file>. It is now in ${found.path}.`],
      );
    }
    return await inEditor(repository, found, text, host);
  },
  text: ({ status, name, path }) =>
    status === "updated" ? `Updated ${name}\nPath: ${path}` : `${name} was not changed.`,
});

async function inEditor(
  repository: Repository,
  found: FoundDefinition,
  text: string,
  host: Host,
): Promise<EditResult & { editor: string }> {
  const file = found.path.slice(found.path.lastIndexOf("/") + 1);
  const edited = await editText(text, file, host);
  try {
    const result = await replaceDefinition(repository, found, edited.text, text);
    await edited.remove();
    return { ...result, editor: edited.editor };
  } catch (error) {
    if (!isSvcError(error)) throw error;
    throw new SvcError(error.code, error.message, {
      hint: `Your text is kept in ${edited.path}. Fix it, then run: ` +
        `svc behavior edit ${found.definition.name} < ${edited.path}`,
    });
  }
}

/** The text after a person has edited it, and where it was kept meanwhile. */
interface Edited {
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
async function editText(text: string, name: string, host: Host): Promise<Edited> {
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
