import { instructions } from "./instructions.ts";
import { withServer } from "./settings.ts";

/** A file that coding agents read. */
export interface AgentFile {
  /** Relative to the repository. */
  path: string;
  /**
   * What it is to hold.
   *
   * @param before what it holds; undefined when it is not there
   * @throws SvcError `conflict` for what cannot be kept
   */
  content(before: string | undefined): string;
}

/** Agents that read another file than AGENTS.md are led to it where they follow such a line. */
const IMPORT = "@AGENTS.md";

const CURSOR_HEAD = `---
description: How to work with svc in this repository
alwaysApply: true
---
`;

/** The files that common coding agents read: instructions, and how to start the server of tools. */
export const AGENT_FILES: readonly AgentFile[] = [
  { path: "AGENTS.md", content: (before = "") => withBlock(before, instructions()) },
  { path: "CLAUDE.md", content: imported },
  { path: "GEMINI.md", content: imported },
  {
    path: ".github/copilot-instructions.md",
    content: (before = "") => withBlock(before, instructions()),
  },
  {
    path: ".cursor/rules/svc.mdc",
    content: (before = CURSOR_HEAD) => withBlock(before, instructions()),
  },
  settings(".mcp.json", "mcpServers"),
  settings(".cursor/mcp.json", "mcpServers"),
  settings(".vscode/mcp.json", "servers"),
];

function imported(before = ""): string {
  const lines = before.split(/\r?\n/).map((line) => line.trim());
  const isThere = lines.some((line) => line === IMPORT || line === "@./AGENTS.md");
  return isThere ? before : withBlock(before, IMPORT);
}

function settings(path: string, key: "mcpServers" | "servers"): AgentFile {
  const shape = key === "servers" ? { key, typed: true as const } : { key };
  return { path, content: (before) => withServer(before, shape, path) };
}

const BEGIN = "<!-- >>> svc: managed, do not edit -->";
const END = "<!-- <<< svc -->";

/**
 * A Markdown file with svc's part in it, between two marks: in the place of the part that was there, or
 * at the end. Everything else stays as it is, line ends too.
 */
export function withBlock(before: string, content: string): string {
  const eol = before.includes("\r\n") ? "\r\n" : "\n";
  const block = `${BEGIN}\n${content.trimEnd()}\n${END}\n`.replaceAll("\n", eol);
  const begin = before.indexOf(BEGIN);
  const end = begin < 0 ? -1 : before.indexOf(END, begin);
  if (end >= 0) {
    const rest = before.slice(end + END.length).replace(/^\r?\n/, "");
    return before.slice(0, begin) + block + rest;
  }
  const gap = before === "" ? "" : before.endsWith("\n") ? eol : eol + eol;
  return before + gap + block;
}
