import type {} from "./claim_table.ts";
import type {} from "./collective_tables.ts";
import type {} from "./credential_tables.ts";
import type {} from "./disabled_table.ts";
import type {} from "./extension_table.ts";
import type {} from "./factor_tables.ts";
import type {} from "./name_table.ts";
import type {} from "./operator_table.ts";
import type {} from "./publishing_tables.ts";

/** The store with the tables of credentials, collectives and extensions, which every feature asks. */
export type { Db, Schema, Trx } from "../../platform/store/schema.ts";
