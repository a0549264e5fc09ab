import type { Call } from "../../http/endpoint.ts";
import type { ReadingKey } from "../../reading/operations/readings.ts";

/** The handler of an operation that reads. */
export function reading(key: ReadingKey) {
  return ({ serving, caller, request, params, query, body }: Call): Promise<Response> => {
    const input = { ...params as object, ...query as object, ...body as object };
    return serving.reads.answer(key, input, { caller, request });
  };
}
