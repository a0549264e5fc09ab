import { assertCall } from "./call_shape.ts";
import { assertOwn, type DataReadInput } from "./data_items.ts";
import { fileOutputs } from "./file_outputs.ts";
import { type OutputInput, writeResources } from "./outputs.ts";
import type { Call, CallOf } from "../../sandbox/protocol.ts";
import { createReads } from "./read_calls.ts";
import type { RunData } from "../../data/store/run_data.ts";
import type { ScratchFolders } from "../../sandbox/scratch.ts";

/** What a method may ask of svc depends on what it may write and read. */
type CallInput = OutputInput & DataReadInput & {
  data: RunData;
  runModel(call: CallOf<"runModel">, signal: AbortSignal | undefined): Promise<unknown>;
};

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
  const read = createReads(input);
  return async (call, signal) => {
    assertCall(call);
    switch (call.op) {
      case "writeResource":
        return (await writeResources(input, [call], { signal }))[0];
      case "writeResources":
        return await writeResources(input, call.items, { unchanged: "keep", signal });
      case "openFile":
        return files.open(call);
      case "closeFile":
        return await files.close(call);
      case "deleteResource":
        input.data.delete(call.name);
        return;
      case "deleteData":
        assertOwn(input, call);
        input.data.delete(call.name, call.version);
        return;
      case "runModel":
        return await input.runModel(call, signal);
      default:
        return await read(call, signal);
    }
  };
}
