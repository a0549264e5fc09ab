import { keyKind, keyStart } from "@svc/core/key";
import { knownRegistry } from "../../help/first_steps.ts";
import type { Progress } from "../../frame/progress.ts";
import type { Located } from "../../frame/repository.ts";
import type { Finding } from "../finding.ts";
import { filesOf, keysInObjects, objectsOf, placeOf, workingTree } from "./git.ts";
import { type KeyAt, keysInStream } from "./scan.ts";
import type { Host } from "../../frame/host.ts";

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
function historyFiles(host: Pick<Host, "env">): string[] {
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
async function keysInFile(path: string, follow: boolean): Promise<KeyAt[]> {
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

/** Places that are named of one key. */
const SHOWN = 5;

/** Objects of git whose commit is looked up: each takes a walk through the history. */
const MOST_LOOKED_UP = 20;

/**
 * Looks for keys of svc where somebody else may find them: history files of shells, the files of the
 * git repository around the folder, and all objects that it has kept. A finding names a key by its
 * beginning, where it is, and how to revoke it.
 */
export async function examineLeaks(
  at: Located & { progress: Progress },
): Promise<Finding[]> {
  const { host, options, progress } = at;
  const places = new Map<string, string[]>();
  const note = (place: string, keys: readonly KeyAt[]) => {
    for (const { key, line } of keys) {
      places.set(key, [...places.get(key) ?? [], `${place}:${line}`]);
    }
  };
  const histories = historyFiles(host);
  for (const path of histories) note(path, await keysInFile(path, true));
  const top = await workingTree(options["repo-dir"] ?? host.cwd);
  if (top !== undefined) {
    const files = await filesOf(top);
    await progress.phase("Searching files", async (_pause, { all, more }) => {
      all(files.length);
      for (const path of files) {
        note(`${top}/${path}`, await keysInFile(`${top}/${path}`, false));
        more(1);
      }
    });
    const objects = await objectsOf(top);
    const found = await progress.phase("Searching git history", (_pause, { all, more }) => {
      all(objects.length);
      return keysInObjects(top, objects, more);
    });
    let lookedUp = 0;
    for (const object of objects) {
      const keys = found.get(object.id);
      if (keys === undefined) continue;
      const place = lookedUp++ < MOST_LOOKED_UP ? await placeOf(top, object) : undefined;
      note(
        place === undefined
          ? `git ${object.type} ${object.id.slice(0, 12)}`
          : `git commit ${place.commit} ${place.path}`,
        keys,
      );
    }
  }
  if (places.size > 0) {
    const registry = await knownRegistry(host) ?? "<address>";
    return [...places].map(([key, where]) => leaked(key, where, registry));
  }
  const searched = top === undefined
    ? "history files; no git repository is here"
    : `history files and ${top}`;
  return [{ check: "leaks", outcome: "passed", found: `no key of svc in ${searched}` }];
}

function leaked(key: string, places: readonly string[], registry: string): Finding {
  const more = places.length - SHOWN;
  const named = places.slice(0, SHOWN).join(", ") + (more > 0 ? ` and ${more} more places` : "");
  const kind = keyKind(key);
  const revoke = kind === "collective"
    ? "Revoke it with 'svc auth token revoke', or on the page of the collective's tokens"
    : kind === "publish"
    ? "It ends 15 minutes after it was made; find out which job printed it"
    : `Revoke it at ${registry}/account/keys, or with 'svc auth logout' if it is the one in use`;
  return {
    check: "leaks",
    outcome: "failed",
    found: `the key ${keyStart(key)}… is in ${named}`,
    fix: `${revoke}. Then remove it there; what was pushed or copied keeps it.`,
  };
}
