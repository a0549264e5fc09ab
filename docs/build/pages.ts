import { apiPage } from "./api.ts";
import { cliPage } from "./cli.ts";
import { errorsPage } from "./errors.ts";
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
    "reference/scopes.md": scopesPage(),
    "reference/serve-api.md": serveApiPage(),
    "reference/settings.md": settingsPage(),
  };
  return new Map(
    await Promise.all(
      Object.entries(pages).map(async ([path, text]) =>
        [path, await formatted(text, path)] as const
      ),
    ),
  );
}
