import type { Signature } from "./commits.ts";

/** What a repository begins with. */
export interface FirstCommit {
  branch: string;
  message: string;
  by: Signature;
  /** Path to text. */
  files: Readonly<Record<string, string>>;
}

/** A first commit as a stream for `git fast-import`. */
export function firstCommit({ branch, message, by, files }: FirstCommit): string {
  const signed = `${by.name} <${by.email}> ${Date.parse(by.date) / 1000} +0000`;
  const data = (text: string) => `data ${new TextEncoder().encode(text).length}\n${text}\n`;
  return [
    `commit refs/heads/${branch}\nauthor ${signed}\ncommitter ${signed}\n${data(message)}`,
    ...Object.entries(files).map(([path, text]) => `M 100644 inline ${path}\n${data(text)}`),
  ].join("");
}
