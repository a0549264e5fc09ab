import {
  type Call,
  empty,
  json,
  notFound,
  paged,
  repositoryOf,
  type Routes,
  writableOf,
} from "../call/mod.ts";
import { rulesOf } from "../rule/mod.ts";
import { apiOf, nodeId } from "../shape/mod.ts";
import { apiTime, type Project, type Rule, type Ruleset } from "../state/mod.ts";

/** Rules for branches and tags. */
export const rulesetRoutes: Routes = {
  "GET /repos/{owner}/{repo}/rulesets": async (call) => {
    const { project } = await repositoryOf(call);
    const list = call.state.rulesets.of(project);
    return paged(call, list, (slice) => slice.map((one) => shape(call, one)));
  },

  "POST /repos/{owner}/{repo}/rulesets": async (call) => {
    const { project } = await writableOf(call);
    const sent = call.body as unknown as Sent;
    const { include = [], exclude = [] } = sent.conditions?.ref_name ?? {};
    const added = call.state.rulesets.add({
      project,
      name: sent.name,
      target: sent.target ?? "branch",
      enforcement: sent.enforcement,
      include,
      exclude,
      rules: sent.rules ?? [],
      createdAt: apiTime(call.state.clock.now()),
    });
    return json(detailed(call, added), 201);
  },

  "GET /repos/{owner}/{repo}/rulesets/{ruleset_id}": async (call) => {
    const { project } = await repositoryOf(call);
    return json(detailed(call, rulesetOf(call, project)));
  },

  "DELETE /repos/{owner}/{repo}/rulesets/{ruleset_id}": async (call) => {
    const { project } = await writableOf(call);
    call.state.rulesets.remove(rulesetOf(call, project));
    return empty();
  },

  "GET /repos/{owner}/{repo}/rules/branches/{branch}": async (call) => {
    const { project } = await repositoryOf(call);
    const rules = await rulesOf(call.state, project, `refs/heads/${call.params.branch}`);
    return paged(
      call,
      rules.map(({ rule, ruleset }) => ({
        ...rule,
        ruleset_source_type: "Repository",
        ruleset_source: `${project.owner}/${project.name}`,
        ruleset_id: ruleset.id,
      })),
    );
  },
};

interface Sent {
  name: string;
  target?: Ruleset["target"];
  enforcement: Ruleset["enforcement"];
  conditions?: { ref_name?: { include?: string[]; exclude?: string[] } };
  rules?: Rule[];
}

function rulesetOf(call: Call, project: Project): Ruleset {
  const id = Number(call.params.ruleset_id);
  const found = call.state.rulesets.of(project).find((one) => one.id === id);
  if (!found) throw notFound();
  return found;
}

function shape(call: Call, { id, project, name, target, enforcement, createdAt }: Ruleset) {
  return {
    id,
    node_id: nodeId("Ruleset", id),
    name,
    target,
    source_type: "Repository",
    source: `${project.owner}/${project.name}`,
    enforcement,
    created_at: createdAt,
    updated_at: createdAt,
    _links: { self: { href: `${apiOf(call, project)}/rulesets/${id}` } },
  };
}

function detailed(call: Call, ruleset: Ruleset) {
  const { include, exclude, rules } = ruleset;
  return { ...shape(call, ruleset), conditions: { ref_name: { include, exclude } }, rules };
}
