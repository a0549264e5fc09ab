import { wholeNumber } from "@svc/http/input";
import { z } from "zod";
import { defineEndpoint } from "../../http/endpoint.ts";
import { limitField, text } from "./input.ts";
import { reading } from "./reading.ts";
import { time } from "./shapes.ts";

const status = z.enum(["succeeded", "failed", "cancelled"]);

const line = {
  id: z.string(),
  definitionId: z.string(),
  modelName: z.string().describe("The behavior's name; empty when it is gone"),
  type: z.string(),
  methodName: z.string(),
  status,
  startedAt: time,
  durationMs: z.number(),
};

const params = z.object({
  output: text.describe("The run's id, the beginning of it, or a behavior for its newest run"),
});

const list = defineEndpoint({
  key: "behaviors.history",
  description:
    "Callers who may not see all behaviors do not see the runs of behaviors that are gone.",
  query: z.object({
    behavior: text.optional().describe("Only runs of this behavior, by name or id"),
    method: text.optional(),
    status: status.optional(),
    since: z.string().max(64).optional().describe("A date, or how long ago: `12h`, `7d`"),
    limit: limitField,
  }),
  response: z.object({ results: z.array(z.object(line)), limited: z.boolean() }),
  handle: reading("behaviors.history"),
});

const output = defineEndpoint({
  key: "behaviors.output",
  params,
  response: z.object({
    ...line,
    completedAt: time,
    provenance: z.record(z.string(), z.unknown()),
    artifacts: z.object({
      dataArtifacts: z.array(z.object({
        dataId: z.string(),
        name: z.string(),
        version: z.number(),
        tags: z.record(z.string(), z.string()),
      })),
    }),
    error: z.object({ message: z.string(), code: z.string().optional() }).optional(),
    logFile: z.string().describe("Relative to the repository on the server"),
  }),
  handle: reading("behaviors.output"),
});

const written = defineEndpoint({
  key: "behaviors.written",
  params,
  query: z.object({
    name: text.optional().describe("Which of several things that the run wrote"),
    field: text.optional().describe("A field of it"),
  }),
  response: z.object({
    outputId: z.string(),
    methodName: z.string(),
    dataId: z.string(),
    dataName: z.string(),
    version: z.number(),
    contentType: z.string(),
    field: z.string().optional(),
    data: z.unknown().optional(),
  }),
  handle: reading("behaviors.written"),
});

const log = defineEndpoint({
  key: "behaviors.logs",
  params,
  query: z.object({
    tail: wholeNumber(0, 1_000_000_000).optional().describe("Only so many of the last lines"),
  }),
  response: z.object({
    path: z.string().describe("Relative to the repository on the server"),
    lines: z.array(z.string()),
    lineCount: z.number(),
  }),
  handle: reading("behaviors.logs"),
});

/** Runs on record. */
export const HISTORY_ENDPOINTS = [list, output, written, log];
