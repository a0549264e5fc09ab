import type { components } from "@octokit/openapi-types";
import { type Call, json, paged, type Routes } from "../call/mod.ts";
import { type App, type Installation, reaches, type Token } from "../state/mod.ts";

/** The token that an operation is for; others are refused before it. */
type TokenOf<Kind extends Token["kind"]> = Extract<Token, { kind: Kind }>;

/** Apps about themselves: who they are, where they are installed, what they reach. */
export const appRoutes: Routes = {
  "GET /app": async (call) => {
    const { app } = call.token as TokenOf<"app">;
    return json(await integration(call, app));
  },

  "GET /installation/repositories": async (call) => {
    const { installation } = call.token as TokenOf<"app-installation">;
    const reached = call.state.projects.all().filter((project) => reaches(installation, project));
    const told = await Promise.all(
      reached.map(({ owner, name }) => call.emulated("GET", `/repos/${owner}/${name}`)),
    );
    const all = told.map(({ text }) => JSON.parse(text));
    return paged(call, all, (repositories, total_count) => ({
      total_count,
      repositories,
      repository_selection: installation.repositories === "all" ? "all" : "selected",
    }));
  },

  "GET /user/installations": async (call) => {
    const { app, installations } = call.token as TokenOf<"app-user">;
    const all = await Promise.all(installations.map((one) => shown(call, app, one)));
    return paged(call, all, (page, total_count) => ({ total_count, installations: page }));
  },
};

async function integration(
  call: Call,
  app: App,
): Promise<NonNullable<components["schemas"]["integration"]>> {
  return {
    id: app.id,
    slug: app.slug,
    node_id: `A_${app.id}`,
    client_id: app.clientId,
    owner: await account(call, app.owner),
    name: app.name ?? app.slug,
    description: null,
    external_url: `${call.state.base}/apps/${app.slug}`,
    html_url: `${call.state.base}/apps/${app.slug}`,
    created_at: CREATED,
    updated_at: CREATED,
    permissions: { metadata: "read" },
    events: [],
  };
}

async function shown(
  call: Call,
  app: App,
  { id, account: login, repositories, suspended = false }: Installation,
): Promise<components["schemas"]["installation"]> {
  const owner = await account(call, login);
  return {
    id,
    account: owner,
    app_id: app.id,
    app_slug: app.slug,
    client_id: app.clientId,
    target_id: Number(owner.id),
    target_type: owner.type,
    repository_selection: repositories === "all" ? "all" : "selected",
    access_tokens_url: `${call.state.base}/app/installations/${id}/access_tokens`,
    repositories_url: `${call.state.base}/installation/repositories`,
    html_url: `${call.state.base}/settings/installations/${id}`,
    permissions: { metadata: "read" },
    events: [],
    single_file_name: null,
    suspended_by: suspended ? owner : null,
    suspended_at: suspended ? CREATED : null,
    created_at: CREATED,
    updated_at: CREATED,
  };
}

/** A user or an organization as it stands inside other answers. */
async function account(call: Call, login: string): Promise<components["schemas"]["simple-user"]> {
  const user = await call.emulated("GET", `/users/${login}`);
  return JSON.parse(user.text);
}

/** When apps and installations were made. */
const CREATED = "2026-01-01T00:00:00Z";
