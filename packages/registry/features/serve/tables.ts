/** Serve instances and the collectives they are listed under. */
declare module "../../platform/store/schema.ts" {
  interface Schema {
    serve_instance: ServeInstanceTable;
    serve_instance_collective: ServeInstanceCollectiveTable;
  }
}

/** One registered instance: an OAuth client runs one instance at a time. */
export interface ServeInstanceTable {
  oauth_client_id: string;
  instance_id: string;
  /** Who registered it: `user:<id>` or `collective:<id>`; only they keep it alive. */
  registered_by: string;
  /** JSON list of the collectives whose members it admits, as it said. */
  collective_slugs: string;
  hostname: string;
  version: string;
  deployment_mode: string;
  /** JSON object of text values. */
  tags: string;
  registered_at: string;
  started_at: string;
  last_heartbeat_at: string;
  heartbeat_count: number;
}

export interface ServeInstanceCollectiveTable {
  oauth_client_id: string;
  collective_id: string;
}
