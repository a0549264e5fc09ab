import { authorOf, type Call, json, pagedIn, type Routes } from "../call/mod.ts";
import { type Installation, reaches, type Token } from "../state/mod.ts";
import { shownAll } from "./repositories.ts";

/** The token that an operation is for; others are refused before it. */
type TokenOf<Kind extends Token["kind"]> = Extract<Token, { kind: Kind }>;

/** Apps about themselves: who they are, where they are installed, what they reach. */
export const appRoutes: Routes = {
  "GET /app": (call) => {
    const { app } = call.token as TokenOf<"app">;
    const page = `${call.state.base}/apps/${app.slug}`;
    return json({
      id: app.id,
      slug: app.slug,
      node_id: `A_${app.id}`,
      client_id: app.clientId,
      owner: authorOf(call, app.owner),
      name: app.name ?? app.slug,
      external_url: page,
      html_url: page,
    });
  },

  "GET /installation/repositories": (call) => {
    const { installation } = call.token as TokenOf<"app-installation">;
    const reached = call.state.projects.all().filter((project) => reaches(installation, project));
    return pagedIn(call, shownAll(call, reached), (repositories, total_count) => ({
      total_count,
      repositories,
      repository_selection: installation.repositories === "all" ? "all" : "selected",
    }));
  },

  "GET /user/installations": (call) => {
    const { app, installations } = call.token as TokenOf<"app-user">;
    return pagedIn(call, installations, (slice, total_count) => ({
      total_count,
      installations: slice.map((one) => ({
        app_id: app.id,
        app_slug: app.slug,
        client_id: app.clientId,
        ...shape(call, one),
      })),
    }));
  },
};

function shape(call: Call, { id, account, repositories, suspended = false }: Installation) {
  const owner = authorOf(call, account);
  return {
    id,
    account: owner,
    target_id: owner.id,
    target_type: owner.type,
    repository_selection: repositories === "all" ? "all" : "selected",
    html_url: `${call.state.base}/settings/installations/${id}`,
    suspended_by: suspended ? owner : null,
    suspended_at: suspended ? "2026-01-01T00:00:00Z" : null,
  };
}
