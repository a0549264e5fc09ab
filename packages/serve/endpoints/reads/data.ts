import { queryFlag, wholeNumber } from "@svc/http/input";
import { z } from "zod";
import { defineEndpoint } from "../../http/endpoint.ts";
import { contentAnswer } from "./content.ts";
import { behaviorField, given, limitField, queryField, text, versionField } from "./input.ts";
import { reading } from "./reading.ts";
import { whileGood } from "./while_good.ts";
import { metadata, modelFields, overtakenBy, time } from "./shapes.ts";

/** Characters of an expression, as everywhere else. */
const LONGEST_EXPRESSION = 4096;

const page = z.object({
  type: text.optional().describe("Only this kind: resource, file or report"),
  limit: limitField,
  offset: wholeNumber(0, 999_999_999).optional().describe("Leave out so many at the beginning"),
});

const listed = z.object({
  modelId: z.string().optional(),
  modelName: z.string().optional(),
  modelType: z.string().optional(),
  groups: z.array(z.object({
    type: z.string(),
    items: z.array(z.object({
      id: z.string(),
      name: z.string(),
      version: z.number(),
      contentType: z.string(),
      type: z.string(),
      streaming: z.boolean(),
      size: z.number(),
      createdAt: time,
      modelName: z.string().optional(),
    })),
  })),
  total: z.number(),
  limited: z.boolean(),
});

const dataPath = z.object({ behavior: behaviorField, name: text.describe("The name of the data") });

const list = defineEndpoint({
  key: "data.list",
  query: page,
  response: listed,
  handle: reading("data.list"),
});

const listOf = defineEndpoint({
  key: "data.listOf",
  params: z.object({ behavior: behaviorField }),
  query: page,
  response: listed,
  handle: reading("data.listOf"),
});

const get = defineEndpoint({
  key: "data.get",
  params: dataPath,
  query: z.object({
    version: versionField,
    content: queryFlag.optional().describe("`false` leaves the content out"),
  }),
  response: z.object({
    ...metadata,
    ...modelFields,
    contentPath: z.string().describe("Relative to the repository on the server"),
    overtakenBy,
    content: z.unknown().optional().describe("Absent for media that are neither JSON nor text"),
  }),
  handle: reading("data.get"),
});

const versions = defineEndpoint({
  key: "data.versions",
  params: dataPath,
  response: z.object({
    dataName: z.string(),
    ...modelFields,
    versions: z.array(z.object({
      version: z.number(),
      createdAt: time,
      size: z.number(),
      checksum: z.string(),
      isLatest: z.boolean(),
      overtakenBy,
      lifecycle: z.literal("deleted").optional(),
      renamedTo: z.string().optional(),
    })),
    total: z.number(),
  }),
  handle: reading("data.versions"),
});

const content = defineEndpoint({
  key: "data.content",
  description: "A single range may be asked for. The ETag is the SHA-256 of the content.",
  params: dataPath,
  query: z.object({ version: versionField }),
  response: z.string().describe("The bytes as they were written"),
  handle: async ({ serving, caller, params, query, request }) =>
    whileGood(
      await contentAnswer(
        serving.reads.view(caller.rights),
        { ...params, ...given(query) },
        request,
      ),
      (ended) => serving.credentials.watch(caller, ended),
    ),
});

const search = defineEndpoint({
  key: "data.search",
  query: z.object({
    query: queryField,
    type: text.optional(),
    lifetime: text.optional(),
    ownerType: text.optional(),
    behavior: text.optional().describe("Only what this behavior wrote, by name or id"),
    contentType: text.optional().describe("`text/plain`, or `text/*`"),
    since: z.string().max(64).optional().describe("A date, or how long ago: `12h`, `7d`"),
    tag: z.array(text).max(20).optional().describe("`key=value` or a key; may be given again"),
    limit: limitField,
  }),
  response: z.object({
    query: z.string(),
    filters: z.object({
      type: z.string().optional(),
      lifetime: z.string().optional(),
      ownerType: z.string().optional(),
      behavior: z.string().optional(),
      contentType: z.string().optional(),
      since: z.string().optional(),
      tags: z.array(z.string()).readonly().optional(),
    }),
    results: z.array(z.object({
      id: z.string(),
      name: z.string(),
      version: z.number(),
      contentType: z.string(),
      type: z.string(),
      lifetime: z.string(),
      ownerType: z.string(),
      ownerRef: z.string(),
      ...modelFields,
      streaming: z.boolean(),
      size: z.number(),
      createdAt: time,
      tags: z.record(z.string(), z.string()),
    })),
    total: z.number(),
    limited: z.boolean(),
  }),
  handle: reading("data.search"),
});

const query = defineEndpoint({
  key: "data.query",
  body: z.strictObject({
    predicate: z.string().max(LONGEST_EXPRESSION).describe("What has to be true, in CEL"),
    select: z.string().max(LONGEST_EXPRESSION).optional()
      .describe("What to make of each result, in CEL"),
    limit: z.int().min(0).max(10_000).optional(),
  }),
  response: z.object({
    predicate: z.string().optional(),
    results: z.array(z.unknown()),
    total: z.number(),
    limited: z.boolean(),
  }),
  handle: reading("data.query"),
});

/** Data that behaviors wrote. */
export const DATA_ENDPOINTS = [list, listOf, get, versions, content, search, query];
