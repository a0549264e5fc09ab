import type { CommandRow } from "./row.ts";

/** The client itself. */
export const CLIENT_ROWS = {
  "api": {
    summary: "Call an endpoint of the registry",
    module: "api",
  },
  "version": {
    summary: "Print the version",
    module: "version",
  },
  "upgrade": {
    summary: "Upgrade svc to the version of your registry",
    module: "upgrade",
  },
  "doctor": {
    summary: "Check server, clock, credential, files and vaults",
    module: "doctor",
  },
  "completions bash": {
    summary: "Print the completion script for bash",
    module: "completions/bash",
  },
  "completions zsh": {
    summary: "Print the completion script for zsh",
    module: "completions/zsh",
  },
  "completions fish": {
    summary: "Print the completion script for fish",
    module: "completions/fish",
  },
  "completions powershell": {
    summary: "Print the completion script for PowerShell",
    module: "completions/powershell",
  },
} as const satisfies Readonly<Record<string, CommandRow>>;
