import type { Told } from "../emulator/mod.ts";
import { isRecord } from "@svc/core/json";
import type { State } from "../state/mod.ts";
import { completedAccount } from "./account.ts";

/**
 * The emulator's answer with what the host itself knows: git's part of a repository, the stars that
 * people gave, what an account has beside, and how many issues are open.
 */
export function completed(state: State, told: Told): Told {
  if (!/^[[{]/.test(told.text)) return told;
  const complete = (_key: string, value: unknown) =>
    isRecord(value) ? completedAccount(state.base, completedRepository(state, value)) : value;
  return { ...told, text: JSON.stringify(JSON.parse(told.text, complete)) };
}

type Json = Record<string, unknown>;

function completedRepository(state: State, value: Json): Json {
  const project = typeof value.forks_url === "string"
    ? state.projects.byId(Number(value.id))
    : undefined;
  if (!project) return value;
  const address = `${state.base}/${project.owner}/${project.name}`;
  const host = new URL(state.base).hostname;
  const openIssues = state.issues.of(project).all().filter(({ open }) => open).length;
  const stars = state.stars.count(project.id);
  return {
    ...value,
    pushed_at: project.pushedAt ?? value.created_at,
    clone_url: `${address}.git`,
    git_url: `git://${host}/${project.owner}/${project.name}.git`,
    ssh_url: `git@${host}:${project.owner}/${project.name}.git`,
    svn_url: address,
    license: licensed(state, value.license),
    network_count: state.projects.network(project).length - 1,
    open_issues_count: openIssues,
    open_issues: openIssues,
    subscribers_count: stars,
    stargazers_count: stars,
    watchers_count: stars,
    watchers: stars,
  };
}

/** The emulator leaves a license's address out. */
function licensed({ base }: State, license: unknown): unknown {
  if (!isRecord(license)) return null;
  return { url: `${base}/licenses/${license.key}`, node_id: `L_${license.key}`, ...license };
}
