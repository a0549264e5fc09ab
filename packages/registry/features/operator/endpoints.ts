import { z } from "zod";
import { defineEndpoint, type Endpoint } from "../../access/endpoint/endpoint.ts";
import { closeReport } from "../reports/decide.ts";
import { overviewOf } from "./overview.ts";
import { Done, Note, numberParams, Overview } from "./schema.ts";

const overview = defineEndpoint({
  key: "operator.overview",
  response: Overview,
  handle: async ({ services }) => await overviewOf(services),
});

const close = defineEndpoint({
  key: "operator.close-report",
  description: "It changes nothing about the extension.",
  params: numberParams,
  body: z.strictObject({ note: Note }),
  response: Done,
  errors: ["not_found", "conflict"],
  async handle({ services, params, body }) {
    await closeReport(services.db, Number(params.number), body.note, services.now());
    return { done: true as const };
  },
});

/** The work of the registry's operators. */
export const OPERATOR_ENDPOINTS: readonly Endpoint[] = [overview, close];
