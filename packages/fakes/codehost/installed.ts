import type { EmulatedPlatform, OrganizationSeed, RepositorySeed } from "./emulator/mod.ts";
import { actorOf, reaches, type TokenSeed } from "./state/mod.ts";

/** What a code host holds from the start, as far as apps are installed on it. */
interface Seed {
  tokens: Readonly<Record<string, TokenSeed>>;
  repositories: readonly RepositorySeed[];
  organizations?: readonly OrganizationSeed[];
}

/** Lets each app's bot write to the repositories that its installation reaches. */
export async function letAppsIn(emulator: EmulatedPlatform, seed: Seed): Promise<void> {
  for (const token of Object.values(seed.tokens)) {
    if (typeof token === "string" || token.kind !== "app-installation") continue;
    for (const repository of seed.repositories) {
      if (!reaches(token.installation, repository)) continue;
      const { status, text } = await emulator.ask({
        login: administratorOf(repository.owner, seed.organizations ?? []),
        method: "PUT",
        path: `/repos/${repository.owner}/${repository.name}/collaborators/${actorOf(token)}`,
        body: JSON.stringify({ permission: "push" }),
      });
      if (status !== 201) throw new Error(`the app was not let in: ${text}`);
    }
  }
}

function administratorOf(owner: string, organizations: readonly OrganizationSeed[]): string {
  const members = organizations.find(({ login }) => login === owner)?.members;
  return members?.find(({ role }) => role === "admin")?.login ?? owner;
}
