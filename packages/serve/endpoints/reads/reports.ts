import { z } from "zod";
import { defineEndpoint } from "../../http/endpoint.ts";
import { queryField, text, versionField } from "./input.ts";
import { reading } from "./reading.ts";
import { time } from "./shapes.ts";

const kept = {
  reportName: z.string(),
  reportScope: z.string(),
  modelName: z.string(),
  modelType: z.string(),
  version: z.number(),
  createdAt: time,
  dataName: z.string(),
};

const behavior = text.optional().describe("Only of this behavior, by name or id");

const list = defineEndpoint({
  key: "reports.list",
  query: z.object({ query: queryField, behavior }),
  response: z.object({ query: z.string(), results: z.array(z.object(kept)) }),
  handle: reading("reports.list"),
});

const get = defineEndpoint({
  key: "reports.get",
  params: z.object({ report: text.describe("The report's name") }),
  query: z.object({ behavior, version: versionField }),
  response: z.object({ ...kept, markdown: z.string(), json: z.unknown() }),
  handle: reading("reports.get"),
});

/** Reports that were made. */
export const REPORT_ENDPOINTS = [list, get];
