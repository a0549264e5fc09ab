import { SvcError } from "@svc/core/error";
import { lazily } from "@svc/core/module";
import { defineEndpoint } from "../../http/endpoint.ts";
import { mayReadAll } from "../../rights/rights.ts";

/** How the server does. */
export const metricsEndpoint = defineEndpoint({
  key: "service.metrics",
  description: "Needs a credential that may see every behavior, as the metrics cover all of them.",
  errors: ["forbidden"],
  async handle({ serving, caller }) {
    if (!mayReadAll(caller.rights)) {
      throw new SvcError("forbidden", "Metrics need a token that may see all behaviors", {
        hint: "The operator can create one: svc serve token create metrics --read '*'",
      });
    }
    const { CONTENT_TYPE, exposition } = await lazily<typeof import("./exposition.ts")>(
      import.meta,
      "./exposition.ts",
    );
    return new Response(await exposition(serving), {
      headers: { "content-type": CONTENT_TYPE, "cache-control": "no-store" },
    });
  },
});
