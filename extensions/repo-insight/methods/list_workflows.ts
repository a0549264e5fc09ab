import * as z from "npm:zod@4.6.7";
import { openClient } from "../actions/client.ts";
import type { MethodContext } from "../../platform/context.ts";
import { storedDocument } from "../../platform/stored_text.ts";
import { ask } from "../../platform/failure.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";
import { parseRepositoryName } from "../../platform/repository_name.ts";
import { toWorkflowRun, type WorkflowRunList } from "../outputs/workflow_run.ts";
import { writeOne } from "../../platform/write_one.ts";
import { defineMethod } from "../../platform/method.ts";

/** Writes the workflows of one repository and their runs, newest first, as a `workflow_runs` resource. */
export const listWorkflows = defineMethod({
  description: "List the workflows of one repository and their latest runs",
  kind: "list",
  arguments: z.object({
    repo: z.string().min(3).describe("Repository as owner/name"),
  }),
  async execute({ repo }, context: MethodContext) {
    const name = parseRepositoryName(repo);
    const client = await openClient(context);
    const page = { ...name, per_page: PER_PAGE };
    return await ask(`the workflow runs of ${repo}`, async () => {
      const workflows = await collect(
        client.pages("GET /repos/{owner}/{repo}/actions/workflows", page),
        ({ id, name, path, state }) => ({ id, name, path, state: String(state) }),
      );
      const runs = await collect(
        client.pages("GET /repos/{owner}/{repo}/actions/runs", page),
        toWorkflowRun,
      );
      const data: WorkflowRunList = {
        repo,
        workflows: workflows.items,
        runs: runs.items,
        truncated: workflows.truncated || runs.truncated,
        fetchedAt: new Date().toISOString(),
      };
      return await writeOne(context, "workflow_runs", [name], storedDocument(data));
    });
  },
});
