import * as z from "npm:zod@4.6.7";
import { openClient } from "../actions/client.ts";
import { readWorkflowRun } from "../actions/workflow_run.ts";
import type { TriageAction } from "../outputs/triage_action.ts";
import type { MethodContext } from "../../platform/context.ts";
import { ask } from "../../platform/failure.ts";
import { parseRepositoryName } from "../../platform/repository_name.ts";
import { defineMethod } from "../../platform/method.ts";
import { writeOne } from "../../platform/write_one.ts";

/** Writes one workflow run as a `triageAction` resource that changed nothing. */
export const getWorkflowRun = defineMethod({
  description: "Read one workflow run",
  kind: "read",
  arguments: z.object({
    repo: z.string().min(3).describe("Repository as owner/name"),
    runId: z.number().int().min(1).describe("Id of the run, as in its address"),
  }),
  async execute({ repo, runId }, context: MethodContext) {
    const name = parseRepositoryName(repo);
    const client = await openClient(context);
    return await ask(`the workflow run ${runId} of ${repo}`, async () => {
      const run = await readWorkflowRun(client, name, runId);
      const data: TriageAction = {
        action: "get_workflow_run",
        repo,
        number: null,
        runId,
        idempotencyKeyHash: null,
        argumentsDigest: null,
        stage: "done",
        outcome: "unchanged",
        reason: null,
        url: run.url,
        performedBy: null,
        headSha: null,
        runAttempt: null,
        run,
        at: new Date().toISOString(),
      };
      return await writeOne(context, "triageAction", [name, "run", String(runId)], data);
    });
  },
});
