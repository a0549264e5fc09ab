import type {} from "./collective_tables.ts";
import type {} from "./credential_tables.ts";

/** The store with the tables of credentials and collectives, which every feature asks. */
export type { Schema } from "../../platform/store/schema.ts";
