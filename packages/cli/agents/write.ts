import { SvcError } from "@svc/core/error";
import { writeAtomic } from "@svc/runtime/files";
import { ownPath } from "@svc/runtime/repository";
import { AGENT_FILES } from "./files.ts";

/** The outcome for a file that agents read. */
export interface WrittenFile {
  path: string;
  action: "created" | "updated" | "unchanged";
}

interface Change extends WrittenFile {
  content: string;
  mode: number | undefined;
}

/** Bytes of a file of instructions or settings. */
const LONGEST = 1_000_000;

/**
 * Writes the files that coding agents read into a repository, each in one step. Nothing is written when
 * one of them cannot be.
 *
 * @param dryRun only tells what would be done
 * @throws SvcError `conflict` naming a file that is not JSON, or a symbolic link
 */
export async function writeAgentFiles(root: string, dryRun: boolean): Promise<WrittenFile[]> {
  const changes: Change[] = [];
  for (const file of AGENT_FILES) {
    if (await isLinkToInstructions(root, file.path)) {
      changes.push({ path: file.path, action: "unchanged", content: "", mode: undefined });
      continue;
    }
    const before = await present(ownPath(root, file.path), file.path);
    const content = file.content(before?.text);
    const action = before === undefined
      ? "created"
      : before.text === content
      ? "unchanged"
      : "updated";
    changes.push({ path: file.path, action, content, mode: before?.mode });
  }
  for (const { path, action, content, mode } of dryRun ? [] : changes) {
    if (action === "unchanged") continue;
    const target = ownPath(root, path);
    await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), { recursive: true });
    await writeAtomic(target, content, { mode });
  }
  return changes.map(({ path, action }) => ({ path, action }));
}

/** Many make CLAUDE.md a link to AGENTS.md: then it has been written with that. */
async function isLinkToInstructions(root: string, path: string): Promise<boolean> {
  try {
    return path !== "AGENTS.md" && !path.includes("/") &&
      await Deno.readLink(`${root}/${path}`).then((to) => to.replace(/^\.\//, "")) === "AGENTS.md";
  } catch {
    return false;
  }
}

async function present(
  path: string,
  name: string,
): Promise<{ text: string; mode: number | undefined } | undefined> {
  try {
    const { size, mode, isFile } = await Deno.lstat(path);
    if (!isFile || size > LONGEST) throw odd(name);
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
      .decode(await Deno.readFile(path));
    return { text, mode: mode === null ? undefined : mode & 0o777 };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    if (error instanceof TypeError) throw odd(name);
    throw error;
  }
}

function odd(name: string): SvcError {
  return new SvcError("conflict", `${name} is not a short text file; nothing was written`, {
    hint: "Move it away, then try again.",
  });
}
