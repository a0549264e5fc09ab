import type { Permissions } from "@svc/core/permission";
import type { GrantRequest, OnGrant } from "../consent/admission/grant_request.ts";
import type { MakeReports, ReportOutcome } from "./after_method.ts";
import type { OpenVaults, RunVaults } from "./calls/run_vaults.ts";
import type { RunEvent } from "./calls/event.ts";
import type { Share } from "../datastores/session/options.ts";
import type { EarlyStart } from "../sandbox/child_start.ts";
import type { DataHandle } from "../sandbox/protocol.ts";

/** How a method is run. */
export interface RunOptions {
  /** Milliseconds, default one hour. */
  timeLimitMs?: number | undefined;
  /** JavaScript heap in megabytes, default 512. */
  memoryLimitMb?: number | undefined;
  /** Megabytes of temporary files, default 1024. */
  diskLimitMb?: number | undefined;
  /** Tags for all data written. */
  tags?: Record<string, string> | undefined;
  /** `user:<name>`, or `ghost` for nobody known. */
  initiatedBy?: string | undefined;
  /** Checks left out: by name, by label, or all but those that the definition requires. */
  checks?: {
    skip?: string[] | undefined;
    skipLabels?: string[] | undefined;
    skipAll?: boolean | undefined;
  } | undefined;
  signal?: AbortSignal | undefined;
  onEvent?: ((event: RunEvent) => void) | undefined;
  /**
   * Asks the person to grant what the repository's own sources ask for beyond what was granted
   * before; throws when they do not. Without it such a run is refused.
   */
  onGrant?: OnGrant | undefined;
  /** Granted for this run only, and stored nowhere. */
  allow?: Permissions | undefined;
  /** Grants all that is asked for, declared or found, for this run only. */
  allowRequested?: boolean | undefined;
  /** Grants for this run what it asks for by these SDKs: `aws`. */
  allowSdks?: readonly string[] | undefined;
  /** Told what code was found to need and was not granted, where that stops no run. */
  onMissing?: ((request: GrantRequest) => void) | undefined;
  /** Makes the reports on the method once it has ended; none are made without. */
  reports?: MakeReports | undefined;
  /** Opens the vaults of the repository, once something asks for one. */
  vaults?: OpenVaults | undefined;
  /** Does the work so that other machines see what it writes; it stays on this one without. */
  share?: Share | undefined;
  /** Milliseconds to wait while another run of the behavior is in progress; default as `lockRepository`. */
  lockWaitMs?: number | undefined;
  /**
   * The inputs come from somebody else than the person whose machine this is: expressions in them are
   * no more than texts, and no permission is granted by them.
   */
  foreign?: boolean | undefined;
  /** May have started the child already; what it is used for is decided as without. */
  early?: EarlyStart | undefined;
}

/** A run whose method asks for another one (`context.runModel`). */
export interface RunParent {
  /** Ids of the behaviors whose runs wait for this one, the outermost first. */
  behaviors: readonly string[];
  /** How many more runs the outermost one may ask for, at any depth. */
  calls: { left: number };
  /** Id of its record. */
  outputId: string;
  /** Its extension. */
  extension: string | undefined;
  /** Its vaults: what both ask for is read once. */
  vaults: RunVaults;
  /** Its secrets, where it hands one on. */
  secrets: readonly string[];
  /** Takes the handle of each output that is kept. */
  onHandle(handle: DataHandle): void;
}

/** What to run. */
export interface RunRequest extends RunOptions {
  parent?: RunParent | undefined;
  /** Name or id of the behavior. */
  definition: string;
  method: string;
  inputs: Record<string, unknown>;
  /** Arguments of the type that the person gave for this run; they stand in its definition already. */
  typed?: Record<string, unknown>;
}

/** `svc behavior run` (runtime reference 3.3). */
export interface RunResult {
  modelId: string;
  modelName: string;
  modelType: string;
  methodName: string;
  status: "succeeded";
  /** Milliseconds. */
  duration: number;
  outputId: string;
  /** Absolute. */
  logFile: string;
  /** What it wrote; the first 4 MB of it with their contents. */
  dataArtifacts: { id: string; name: string; path: string; attributes?: unknown }[];
  /** By name; absent when none was made. */
  reports?: Record<string, ReportOutcome>;
  /** What it warned of, the first 20; absent when it did not. The log has all that it said. */
  warnings?: readonly string[];
  globalArguments: Record<string, unknown>;
  methodArguments: Record<string, unknown>;
  initiatedBy: string;
}
