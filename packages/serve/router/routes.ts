import type { OperationKey, OperationRow } from "../api/table.ts";

/** An operation that a request names. */
export interface Found {
  key: OperationKey;
  row: OperationRow;
  /** Decoded. */
  params: Record<string, string>;
}
