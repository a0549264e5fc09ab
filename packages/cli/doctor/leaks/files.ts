import type { Host } from "../../frame/host.ts";
import { type KeyAt, keysInStream } from "./scan.ts";

/** Bytes of a file that are read; what follows is left unread. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Where shells and other programs that take a line at a time keep what was typed, below HOME. */
const HISTORY_FILES = [
  ...[".bash_history", ".zsh_history", ".histfile", ".sh_history", ".ksh_history", ".history"],
  ...[".local/share/fish/fish_history", ".config/fish/fish_history"],
  ".local/share/powershell/PSReadLine/ConsoleHost_history.txt",
  ...[".python_history", ".node_repl_history", ".deno_history"],
];

/** The history files of this person that may be there. */
export function historyFiles(host: Pick<Host, "env">): string[] {
  const home = host.env("HOME");
  const files = home?.startsWith("/") ? HISTORY_FILES.map((name) => `${home}/${name}`) : [];
  const named = host.env("HISTFILE");
  return [...new Set([...files, ...named?.startsWith("/") ? [named] : []])];
}

/**
 * The keys in a file; none where it is not a file that can be read. A pipe is not opened, which would
 * wait for a writer.
 *
 * @param follow true where a link may lead to it
 */
export async function keysInFile(path: string, follow: boolean): Promise<KeyAt[]> {
  try {
    const { isFile } = await (follow ? Deno.stat(path) : Deno.lstat(path));
    if (!isFile) return [];
    using file = await Deno.open(path);
    return await keysInStream(pieces(file));
  } catch (error) {
    if (error instanceof Error && !(error instanceof TypeError)) return [];
    throw error;
  }
}

async function* pieces(file: Deno.FsFile): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(256 * 1024);
  for (let read = 0; read < MOST_BYTES;) {
    const count = await file.read(buffer);
    if (count === null) return;
    read += count;
    yield buffer.subarray(0, count);
  }
}
