import type { ReadmeFacts } from "./facts.ts";
import { countCodeBlocks } from "./code_blocks.ts";

/** README names, in the order they are looked for (spec §2.6). */
const README_NAMES = ["README.md", "README.MD", "readme.md", "Readme.md"] as const;

/** Licence file names, in the order they are looked for (spec §2.6 and its common variants). */
const LICENSE_NAMES = [
  "LICENSE",
  "LICENSE.md",
  "LICENSE.txt",
  "LICENSE.MD",
  "LICENSE.TXT",
  "License",
  "License.md",
  "License.txt",
  "license",
  "license.md",
  "license.txt",
  "LICENCE",
  "LICENCE.md",
  "LICENCE.txt",
  "COPYING",
  "COPYING.md",
  "COPYING.txt",
] as const;

type Files = ReadonlyMap<string, { bytes: Uint8Array }>;

/** The README at the root or directly under `files/`, without recursion; null when there is none. */
export function readmeFacts(files: Files): ReadmeFacts | null {
  const path = firstOf(files, README_NAMES);
  if (path === null) return null;
  const text = readmeText(files)!;
  return { path, characters: text.length, codeBlocks: countCodeBlocks(text) };
}

/** The text of the README that {@link readmeFacts} is about; null when there is none. */
export function readmeText(files: Files): string | null {
  const path = firstOf(files, README_NAMES);
  return path === null ? null : new TextDecoder().decode(files.get(path)!.bytes);
}

/** The licence file at the root or directly under `files/`, without recursion; null when none. */
export function licenseFile(files: Files): string | null {
  return firstOf(files, LICENSE_NAMES);
}

function firstOf(files: Files, names: readonly string[]): string | null {
  for (const folder of ["", "files/"]) {
    for (const name of names) if (files.has(`${folder}${name}`)) return `${folder}${name}`;
  }
  return null;
}
