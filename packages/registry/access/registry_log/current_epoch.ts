import { sql } from "kysely";

/** The epoch of the log of now, within a statement. */
export const CURRENT_EPOCH = sql<number>`(select max(epoch) from log_head)`;
