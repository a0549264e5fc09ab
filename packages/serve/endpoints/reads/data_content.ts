import { z } from "zod";
import { defineEndpoint } from "../../http/endpoint.ts";
import { dataPath } from "../../reading/inputs/data.ts";
import { versionField } from "../../reading/inputs/fields.ts";
import { contentAnswer } from "./content.ts";
import { whileGood } from "./while_good.ts";

/** The content of data as it is. */
export const contentEndpoint = defineEndpoint({
  key: "data.content",
  description: "A single range may be requested. The ETag is the SHA-256 of the content.",
  params: dataPath,
  query: z.object({ version: versionField }),
  handle: async ({ serving, caller, params, query, request }) =>
    whileGood(
      await contentAnswer(serving.reads.view(caller.rights), { ...params, ...query }, request),
      (ended) => serving.credentials.watch(caller, ended),
    ),
});
