import type { Channel } from "./channel.ts";
import { optional } from "./reading.ts";

/** What `context.runModel` is given: a behavior, or a type and the name of one that is made for it. */
export interface RunWanted {
  definition?: string;
  modelType?: unknown;
  name?: string;
  method: string;
  arguments?: Record<string, unknown>;
}

/** `context.runModel`: runs a method of another behavior, as a run of its own. */
export function runModel(channel: Channel, wanted: RunWanted): Promise<unknown> {
  const { definition, modelType, name, method } = wanted;
  return channel.call({
    op: "runModel",
    method,
    ...optional("definition", definition),
    ...optional("modelType", modelType === undefined ? undefined : String(modelType)),
    ...optional("name", name),
    ...optional("arguments", wanted.arguments),
  });
}
