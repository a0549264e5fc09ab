import { minimalRepository, paged, repositoryOf, type Routes } from "../call/mod.ts";

/** Workflows and their runs. */
export const actionsRoutes: Routes = {
  "GET /repos/{owner}/{repo}/actions/workflows": async (call) => {
    const { repository } = await repositoryOf(call);
    const all = call.state.actions.workflows(repository.full_name);
    return paged(call, all, (workflows, total_count) => ({ total_count, workflows }));
  },
  "GET /repos/{owner}/{repo}/actions/runs": async (call) => {
    const { repository } = await repositoryOf(call);
    const all = call.state.actions.runs(minimalRepository(repository));
    return paged(call, all, (workflow_runs, total_count) => ({ total_count, workflow_runs }));
  },
};
