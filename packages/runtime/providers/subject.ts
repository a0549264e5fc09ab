import type { Permissions } from "@svc/core/permission";
import type { ProviderKind, ProviderRecord } from "../extension/describe/record.ts";
import type { LogLevel } from "../sandbox/protocol.ts";
import type { OnGrant } from "../consent/admission/grant_request.ts";

/** A vault or datastore to open. */
export interface ProviderSubject {
  kind: ProviderKind;
  type: string;
  /** Name of the vault; empty for a datastore. */
  name: string;
  /** The file that holds its configuration, relative to the repository, for people. */
  file: string;
  config: Record<string, unknown>;
  /** The configuration as its file has it, where that holds expressions. */
  written?: Record<string, unknown> | undefined;
  /** What the expressions gave. */
  secrets?: readonly string[] | undefined;
}

/** A type of vault or datastore that may run now, with what it may do. */
export interface AdmittedProvider extends ProviderRecord {
  permissions: Permissions;
  denied: Permissions;
}

/** How a vault or datastore of an extension is opened. */
export interface OpenOptions {
  /** Ends the wait for consent and start; one that is open is ended by disposing it. */
  signal?: AbortSignal | undefined;
  /** Asks the person for permissions; throws for a no. Without it they are refused. */
  onGrant?: OnGrant | undefined;
  /** Takes what it prints, without the secrets that it was given or gave. */
  onLog?: ((level: LogLevel, text: string) => void) | undefined;
  limits?: Partial<ProviderLimits> | undefined;
}

/** The limits of a provider, or the usual ones. */
export function limitsOf({ limits = {} }: OpenOptions): ProviderLimits {
  return { startMs: 60_000, callMs: 30_000, graceMs: 2000, memoryMb: 512, diskMb: 256, ...limits };
}

/** What a provider may take. */
export interface ProviderLimits {
  /** Milliseconds until it has loaded and made itself ready, default 60 s. */
  startMs: number;
  /** Milliseconds of one call, default 30 s. */
  callMs: number;
  /** Milliseconds in which a datastore that is told to stop may do so by itself, default 2 s. */
  graceMs: number;
  /** JavaScript heap in megabytes, default 512. */
  memoryMb: number;
  /** Megabytes of temporary files, default 256. */
  diskMb: number;
}
