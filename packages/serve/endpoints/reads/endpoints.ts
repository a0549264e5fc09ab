import { ANSWERS } from "../../answers/answers.ts";
import { type Call, defineEndpoint, type Endpoint } from "../../http/endpoint.ts";
import { READING_INPUTS, type ReadingInput, type ReadingKey } from "../../reading/inputs/inputs.ts";
import { z } from "zod";
import { dataPath } from "../../reading/inputs/data.ts";
import { versionField } from "../../reading/inputs/fields.ts";
import { viewOf } from "../../reading/operations/view.ts";
import { contentAnswer } from "./content.ts";
import { whileGood } from "./while_good.ts";

/** The content of data as it is. */
const contentEndpoint = defineEndpoint({
  key: "data.content",
  description: "A single range may be requested. The ETag is the SHA-256 of the content.",
  params: dataPath,
  query: z.object({ version: versionField }),
  handle: async ({ serving, caller, params, query, request }) =>
    whileGood(
      await contentAnswer(
        viewOf(serving.repository, caller.rights),
        { ...params, ...query },
        request,
      ),
      (ended) => serving.credentials.watch(caller, ended),
    ),
});

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
