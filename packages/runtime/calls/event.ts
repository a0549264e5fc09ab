import type { LogLevel } from "../sandbox/protocol.ts";

/** A data item a run has written. */
export interface DataArtifact {
  /** UUID of the version. */
  id: string;
  name: string;
  version: number;
  specName: string;
  kind: "resource" | "file";
  /** Absolute folder of the version. */
  path: string;
  size: number;
  /** The content, for resources. */
  attributes?: unknown;
}

/** What happens during a run, in order, to be shown. Secrets are redacted already. */
export type RunEvent =
  | { kind: "created"; model: string; type: string }
  | { kind: "upgraded"; model: string; from: string; to: string; path: string }
  | { kind: "started"; model: string; type: string; method: string; at: string }
  | { kind: "output"; level: LogLevel; text: string }
  | { kind: "data"; artifact: DataArtifact }
  | { kind: "completed"; duration: number };
