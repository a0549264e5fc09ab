import { SvcError } from "@svc/core/error";
import { deleteVersions } from "../store/versions.ts";
import {
  dataQueries,
  type DataReadInput,
  findAllForModel,
  findByName,
  getContent,
  listVersions,
  readModelData,
  readResource,
} from "./data_reads.ts";
import { fileOutputs } from "./file_outputs.ts";
import { type OutputInput, writeResource } from "./outputs.ts";
import type { Call } from "./protocol.ts";

/** What a method may ask of svc depends on what it may write and read. */
export type CallInput = OutputInput & DataReadInput;

/**
 * Answers what a sandboxed method asks of svc. The method is a stranger: names, kinds, paths and
 * sizes are checked here whatever its own side has checked.
 *
 * @param scratch the run's own folder, the only place a file is taken from
 */
export function createCalls(
  input: CallInput,
  scratch: string,
): (call: Call, signal?: AbortSignal) => Promise<unknown> {
  const files = fileOutputs(input, scratch);
  const query = dataQueries(input);
  return async (call, signal) => {
    assertVersion(call);
    switch (call.op) {
      case "writeResource":
        return await writeResource(input, call, signal);
      case "openFile":
        return files.open(call);
      case "appendFile":
        return files.append(call);
      case "closeFile":
        return await files.close(call);
      case "readResource":
        return await readResource(input, call);
      case "deleteResource":
        await deleteVersions(input.repository, input.owner, call.name);
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
      case "queryData":
        return await query(call, signal);
    }
  };
}

/** A version becomes part of a path. */
function assertVersion(call: Call): void {
  const version = "version" in call ? call.version ?? undefined : undefined;
  if (version === undefined || (Number.isSafeInteger(version) && version > 0)) return;
  throw new SvcError("invalid_argument", "version must be a whole number from 1", {
    hint: "Leave it out for the newest version.",
  });
}
