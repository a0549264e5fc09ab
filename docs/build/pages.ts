import { apiPage } from "./api.ts";
import { cliPage } from "./cli.ts";
import { grafanaDashboard, type Objectives, prometheusRules } from "@svc/http/objectives";
import { SERVE_OBJECTIVES } from "@svc/serve/objectives";
import { REGISTRY_OBJECTIVES } from "../../packages/registry/features/operating/objectives/mod.ts";
import { errorsPage } from "./errors.ts";
import { objectivesPage } from "./objectives.ts";
import { scopesPage } from "./scopes.ts";
import { serveApiPage } from "./serve_api.ts";
import { settingsPage } from "./settings.ts";
import { formatted } from "./text.ts";

/** Every generated page: its path under `docs/` and what belongs there now. */
export async function generatedPages(): Promise<Map<string, string>> {
  const pages = {
    "reference/api.md": apiPage(),
    "reference/cli.md": await cliPage(),
    "reference/errors.md": errorsPage(),
    "reference/objectives.md": objectivesPage(),
    "reference/scopes.md": scopesPage(),
    "reference/serve-api.md": serveApiPage(),
    "reference/settings.md": settingsPage(),
    ...deployed(REGISTRY_OBJECTIVES),
    ...deployed(SERVE_OBJECTIVES),
  };
  return new Map(
    await Promise.all(
      Object.entries(pages).map(async ([path, text]) =>
        [path, await formatted(text, path)] as const
      ),
    ),
  );
}

/** The rules and the dashboard of a kind of server. */
function deployed(objectives: Objectives): Record<string, string> {
  const { rules, dashboard } = objectives.files;
  return {
    [`../${rules}`]: prometheusRules(objectives),
    [`../${dashboard}`]: grafanaDashboard(objectives),
  };
}
