import type { RunCheck, RunOrigin } from "@svc/core/answer";
import type { LogLevel } from "../../sandbox/protocol.ts";

/** A data item a run has written. */
export interface DataArtifact {
  /** UUID of the version. */
  id: string;
  name: string;
  version: number;
  specName: string;
  kind: "resource" | "file";
  size: number;
  /** SHA-256 of the content in hexadecimal. */
  checksum: string;
  /** Its place among the versions of all machines. */
  writtenAt: string | undefined;
  /** The content, for resources; absent where a list of them would get too large. */
  attributes?: unknown;
  /** True for what goes with the run. */
  ephemeral?: true;
}

/** What happens during a run, in order, to be shown. Secrets are redacted already. */
export type RunEvent =
  | { kind: "created"; model: string; type: string }
  | { kind: "upgraded"; model: string; from: string; to: string; path: string }
  /** Another run of the behavior is in progress, or a change of its data; this one waits for its end. */
  | { kind: "waiting"; model: string; holder: string }
  | {
    kind: "started";
    model: string;
    type: string;
    method: string;
    at: string;
    /** Id of the run's record, which is written at its end. */
    outputId: string;
    /** Absolute. */
    logFile: string;
  }
  /** `colored`: the text with the escape sequences of its colors, where it has some. */
  | { kind: "output"; level: LogLevel; text: string; colored?: string }
  | { kind: "data"; artifact: DataArtifact }
  /** How its checks went, once it has ended. */
  | { kind: "checks"; checks: readonly RunCheck[] }
  /** Where it comes from, once it has ended. */
  | { kind: "origin"; origin: RunOrigin }
  | { kind: "completed"; duration: number };
