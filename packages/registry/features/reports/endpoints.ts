import { z } from "zod";
import { defineEndpoint, type Endpoint } from "../../access/endpoint/endpoint.ts";
import { RESTRICTION_CODES } from "../../access/extension/restriction.ts";
import { createReport } from "./create.ts";
import { NewReport, Report } from "./schema.ts";

const create = defineEndpoint({
  key: "reports.create",
  description:
    "The operators of the registry are told, its owners are not. Only who may read the extension " +
    "can report it. A second report while the first is open replaces its text.",
  body: NewReport,
  response: z.object({ report: Report }),
  errors: ["not_found", "rate_limited", ...RESTRICTION_CODES],
  async handle({ services, principal, body }) {
    if (!("user" in principal)) throw new Error("the guard admits people only");
    return { report: await createReport(services, principal, body) };
  },
});

/** Reports about extensions. */
export const REPORT_ENDPOINTS: readonly Endpoint[] = [create];
