import type { DataHandle, DataReader, MethodContext } from "../../platform/context.ts";
import type { LedgerArguments } from "../arguments.ts";

/** What the ledger's methods use of their context. */
export type LedgerContext = MethodContext<LedgerArguments> & DataReader & FileWriting;

/** Writing of file outputs. */
export interface FileWriting {
  /** Opens a file output, which is kept once all of it is written. */
  createFileWriter(
    specName: string,
    name: string,
    overrides?: { contentType?: string },
  ): Promise<FileWriter>;
}

/** A file output that is being written. */
export interface FileWriter {
  /** The whole content at once. */
  writeAll(content: Uint8Array): Promise<DataHandle>;
}
