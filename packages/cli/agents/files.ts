import { withBlock } from "./block.ts";
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
