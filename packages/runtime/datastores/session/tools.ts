import type { OnGrant } from "../../consent/admission/grant_request.ts";
import type { DatastoreProvider } from "../../providers/datastore_provider.ts";
import type { Repository } from "../../repository/repository.ts";
import type { DatastoreConfiguration } from "../configuration/configuration.ts";
import type { Env } from "../configuration/named.ts";
import type { SyncResult } from "../sync_result.ts";
import type { SyncOptions } from "../synchronize.ts";

/** How a datastore is opened. */
export interface OpenOptions {
  /** The folder that it exchanges files through; absolute. */
  exchange: string;
  /** What `${{ env.NAME }}` in its configuration stands for. */
  env: Env;
  signal?: AbortSignal | undefined;
  /** Asks the person to grant what a type of the repository's own sources asks for. */
  onGrant?: OnGrant | undefined;
}

/** What a session is made of; tests put stand-ins in their places. */
export interface DatastoreTools {
  open(
    repository: Repository,
    configuration: DatastoreConfiguration,
    options: OpenOptions,
  ): Promise<DatastoreProvider>;
  synchronize(
    repository: Repository,
    options: SyncOptions & { provider: DatastoreProvider },
  ): Promise<SyncResult>;
}
