import { ANSWERS } from "../../answers/answers.ts";
import type { Call, Endpoint } from "../../http/endpoint.ts";
import { READING_INPUTS, type ReadingInput, type ReadingKey } from "../../reading/inputs/inputs.ts";
import { contentEndpoint } from "./data_content.ts";

/** Everything that reads. A caller gets what the same command prints with `--json`, as far as they may see it. */
export const READ_ENDPOINTS: readonly Endpoint[] = [
  ...(Object.keys(READING_INPUTS) as ReadingKey[]).map(reading),
  contentEndpoint,
];

function reading<Key extends ReadingKey>(key: Key): Endpoint {
  return {
    key,
    ...READING_INPUTS[key],
    response: ANSWERS[key],
    handle({ serving, caller, request, params, query, body }: Call) {
      // Checked by the shapes above.
      const input = { ...params as object, ...query as object, ...body as object } as ReadingInput<
        Key
      >;
      return serving.reads.answer(key, input, { caller, request });
    },
  };
}
