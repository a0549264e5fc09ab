import { assertCall } from "./call_shape.ts";
import { deleteVersions } from "../store/versions.ts";
import {
  dataQueries,
  type DataReadInput,
  findAllForModel,
  findByName,
  getContent,
  listVersions,
  ownItem,
  readModelData,
  readResource,
} from "./data_reads.ts";
import { findAllForType, findAllGlobal, findById, findBySpec } from "./data_finds.ts";
import { findDefinitions } from "./definition_reads.ts";
import { fileOutputs } from "./file_outputs.ts";
import { type OutputInput, writeResource } from "./outputs.ts";
import type { Call } from "./protocol.ts";
import type { ScratchFolders } from "./scratch.ts";

/** What a method may ask of svc depends on what it may write and read. */
export type CallInput = OutputInput & DataReadInput;

/**
 * Answers what a sandboxed method asks of svc. The method is a stranger: names, kinds, paths and
 * sizes are checked here whatever its own side has checked.
 *
 * @param scratch the run's own folders, the only place a file is taken from
 */
export function createCalls(
  input: CallInput,
  scratch: ScratchFolders,
): (call: Call, signal?: AbortSignal) => Promise<unknown> {
  const files = fileOutputs(input, scratch);
  const query = dataQueries(input);
  return async (call, signal) => {
    assertCall(call);
    switch (call.op) {
      case "writeResource":
        return await writeResource(input, call, signal);
      case "openFile":
        return files.open(call);
      case "closeFile":
        return await files.close(call);
      case "readResource":
        return await readResource(input, call);
      case "deleteResource":
        await deleteVersions(input.repository, input.owner, call.name);
        return;
      case "deleteData":
        await deleteVersions(
          input.repository,
          ownItem(input, call),
          call.name,
          call.version,
        );
        return;
      case "readModelData":
        return await readModelData(input, call);
      case "getContent":
        return await getContent(input, call);
      case "listVersions":
        return await listVersions(input, call);
      case "findByName":
        return await findByName(input, call);
      case "findAllForModel":
        return await findAllForModel(input, call);
      case "findById":
        return await findById(input, call);
      case "findBySpec":
        return await findBySpec(input, call);
      case "findAllForType":
        return await findAllForType(input, call);
      case "findAllGlobal":
        return await findAllGlobal(input);
      case "findDefinitions":
        return await findDefinitions(input, call);
      case "queryData":
        return await query(call, signal);
    }
  };
}
