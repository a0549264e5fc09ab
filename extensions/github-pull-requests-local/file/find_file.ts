import type { Client } from "../../platform/client.ts";
import { PlatformFailure } from "../../platform/failure.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import { terminalLine } from "../../platform/terminal.ts";
import { textOf } from "./blob.ts";
import { readBytes } from "./bytes.ts";
import { type Entry, findEntry, WORDS } from "./entry.ts";
import { checkPath } from "./path.ts";

/** Links followed one after the other; more is a circle, or meant to look like a file. */
const MOST_LINKS = 5;

/** A file, and the link that led to it. */
export interface Found {
  file: Entry;
  /** What the path itself points to, when it is a symbolic link. */
  symlinkTo: string | null;
}

/**
 * Finds the file at a path of a tree. A symbolic link is followed as long as it stays inside the
 * repository.
 *
 * @throws PlatformFailure `not_found`, or `refused` for folders, submodules and links that lead out
 */
export async function findFile(
  client: Client,
  name: RepositoryName,
  tree: string,
  path: string,
): Promise<Found> {
  let symlinkTo: string | null = null;
  let place = path;
  for (let links = 0; links <= MOST_LINKS; links++) {
    const entry = await findEntry(client, name, tree, place);
    if (entry?.kind === "file") return { file: entry, symlinkTo };
    if (entry?.kind !== "link") throw notAFile(entry, place, symlinkTo);
    const target = textOf(await readBytes(client, name, entry)) ?? "";
    symlinkTo ??= target.toWellFormed();
    place = follow(place, target);
  }
  throw leadsAway(symlinkTo!, "it follows too many other links");
}

/** The path that a link at `path` with this target means. */
function follow(path: string, target: string): string {
  const parts = path.split("/").slice(0, -1);
  if (target === "" || target.startsWith("/")) throw leadsAway(target, "it leaves the repository");
  for (const part of target.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) throw leadsAway(target, "it leaves the repository");
    } else if (part !== "" && part !== ".") parts.push(part);
  }
  const place = parts.join("/");
  if (place === "") throw leadsAway(target, "it points to the repository itself");
  return checkPath(place);
}

function notAFile(
  entry: Entry | undefined,
  place: string,
  symlinkTo: string | null,
): PlatformFailure {
  const link = symlinkTo === null ? "" : `it is a symbolic link to '${terminalLine(place)}', and `;
  if (entry === undefined) {
    return new PlatformFailure("not_found", {
      status: 404,
      ...(link && { reason: `${link}there is no such file` }),
      hint: "Check the path and the ref",
    });
  }
  return new PlatformFailure("refused", {
    reason: `${link || "it is "}${link && "that is "}a ${WORDS[entry.kind]}, not a file`,
    hint: "Name a file",
  });
}

function leadsAway(target: string, why: string): PlatformFailure {
  return new PlatformFailure("refused", {
    reason: `it is a symbolic link to '${terminalLine(target.slice(0, 255))}', and ${why}`,
    hint: "Name the file itself",
  });
}
