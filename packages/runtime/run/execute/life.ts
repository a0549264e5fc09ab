import type { MethodDescriptor, ModelDescriptor } from "@svc/core/descriptor";
import { SvcError } from "@svc/core/error";
import type { DataMetadata } from "../../data/store/item.ts";
import { isLive } from "../../data/store/item_state.ts";
import type { RunData } from "../../data/store/run_data.ts";
import { methodKind } from "../admit/method_kind.ts";

/**
 * Refuses to read or update what a delete method has deleted: when all data of a behavior's declared
 * resources is marked so, there is nothing left to work on.
 *
 * @throws SvcError `data_not_found` naming what deleted it.
 */
export async function assertNotDeleted(
  data: RunData,
  model: ModelDescriptor,
  method: MethodDescriptor,
  definition: string,
): Promise<void> {
  const kind = methodKind(method);
  if (kind !== "read" && kind !== "update") return;
  let newest: DataMetadata | undefined;
  for await (const item of resourcesOf(data, model)) {
    // As a rule the first one tells: there may be very many.
    if (item.lifecycle !== "deleted") return;
    if (newest === undefined || newest.createdAt < item.createdAt) newest = item;
  }
  if (newest === undefined) return;
  throw new SvcError(
    "data_not_found",
    `${definition} was deleted on ${newest.createdAt}: ${method.name} has nothing to ${kind}`,
    {
      hint: `'svc data versions ${definition} ${newest.name}' shows what it was. ` +
        "Run a method that creates it to start again.",
    },
  );
}

/**
 * After a delete method has succeeded: marks each live item of the declared resources as deleted.
 *
 * @returns the names
 */
export async function markDeleted(
  data: RunData,
  model: ModelDescriptor,
  method: MethodDescriptor,
): Promise<string[]> {
  if (methodKind(method) !== "delete") return [];
  const live = (await Array.fromAsync(resourcesOf(data, model))).filter(isLive);
  if (live.length === 0) return [];
  const marks = await data.markDeleted(live.map(({ name }) => name), method.name);
  return marks.map(({ name }) => name);
}

/** The newest version of everything that is under a declared resource. */
async function* resourcesOf(data: RunData, model: ModelDescriptor): AsyncGenerator<DataMetadata> {
  const declared = model.dataOutputSpecs.filter(({ kind }) => kind === "resource")
    .map(({ specName }) => specName);
  for (const name of data.names()) {
    const item = await data.find(name);
    if (item === undefined || item.renamedTo !== undefined) continue;
    if (declared.includes(item.tags["specName"] ?? "")) yield item;
  }
}
