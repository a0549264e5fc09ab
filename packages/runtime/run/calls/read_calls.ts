import { SvcError } from "@svc/core/error";
import { assertCall } from "./call_shape.ts";
import { findAllForType, findAllGlobal, findById, findBySpec } from "./data_finds.ts";
import { getContent } from "./content_pieces.ts";
import type { DataReadInput } from "./data_items.ts";
import { dataQueries } from "./data_queries.ts";
import {
  findAllForModel,
  findByName,
  listVersions,
  readModelData,
  readResource,
} from "./data_reads.ts";
import { findDefinitions } from "./definition_reads.ts";
import { readResources } from "./many_reads.ts";
import { resourceLists } from "./resource_lists.ts";
import type { Call } from "../../sandbox/protocol.ts";

/**
 * Answers what only reads, and refuses all else; a report's code has nothing more.
 *
 * @throws SvcError `permission_denied` for anything that changes something
 */
export function createReads(
  input: DataReadInput,
): (call: Call, signal?: AbortSignal) => Promise<unknown> {
  const query = dataQueries(input);
  const list = resourceLists(input);
  return async (call, signal) => {
    assertCall(call);
    switch (call.op) {
      case "readResource":
        return await readResource(input, call);
      case "readResources":
        return await readResources(input, call);
      case "listResources":
        return await list(call);
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
      default:
        throw new SvcError("permission_denied", "A report reads data and writes none", {
          hint: "What it returns is kept: { markdown, json }.",
        });
    }
  };
}
