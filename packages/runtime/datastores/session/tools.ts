import type { DatastoreProvider } from "../../providers/datastore_provider.ts";
import type { Repository } from "../../repository/repository.ts";
import type { DatastoreConfiguration } from "../configuration/configuration.ts";

/** What a session is made of; tests put stand-ins in their places. */
export interface DatastoreTools {
  open(repository: Repository, configuration: DatastoreConfiguration, options: {
    signal?: AbortSignal | undefined;
  }): Promise<DatastoreProvider>;
  synchronize: Synchronize;
}

export type Synchronize = (repository: Repository, options: {
  provider: DatastoreProvider;
  exchange: string;
  direction: "pull" | "push" | "both";
  skip?: ReadonlySet<string> | undefined;
  signal?: AbortSignal | undefined;
}) => Promise<SyncResult>;

export interface SyncResult {
  pulled: number;
  pushed: number;
  removed: number;
  renumbered: { name: string; from: number; to: number; behavior: string }[];
  refused: { path: string; why: string }[];
}
