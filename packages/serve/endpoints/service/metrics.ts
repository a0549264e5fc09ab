import { SvcError } from "@svc/core/error";
import { lazily } from "@svc/core/module";
import { defineEndpoint } from "../../http/endpoint.ts";
import { mayReadAll } from "../../rights/rights.ts";

/** How the server does. */
export const metricsEndpoint = defineEndpoint({
  key: "service.metrics",
  description: "For a credential that may see every behavior: the counts are about all of them.",
  errors: ["forbidden"],
  async handle({ serving, caller }) {
    if (!mayReadAll(caller.rights)) {
      throw new SvcError("forbidden", "Metrics are about all behaviors", {
        hint: "The operator can make a token for them: svc serve token create metrics --read '*'",
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
