import {
  type AlertPlace,
  codeScanningAlert,
  dependabotAlert,
  isListed,
  secretAlert,
} from "../alerts/mod.ts";
import {
  type Call,
  notFound,
  paged,
  Refusal,
  type Repository,
  repositoryOf,
  type Routes,
} from "../call/mod.ts";
import type { Project, RepositoryFeeds } from "../state/mod.ts";
import { cursored } from "./cursored.ts";

/** Alerts of the three scanners, newest first. Refusals are worded as the platform's are. */
export const alertRoutes: Routes = {
  "GET /repos/{owner}/{repo}/code-scanning/alerts": async (call) => {
    const { permission, feeds } = await feedsOf(call);
    if (!READERS.has(permission)) {
      throw new Refusal(403, "You are not authorized to read code scanning alerts.");
    }
    const { state, alerts } = feeds.codeScanning;
    if (state === "off") {
      throw new Refusal(
        403,
        "Code Security must be enabled for this repository to use code scanning.",
      );
    }
    if (state === "no-analysis") throw new Refusal(404, "no analysis found");
    return paged(call, shown(call, alerts, codeScanningAlert));
  },

  "GET /repos/{owner}/{repo}/dependabot/alerts": async (call) => {
    const { repository, permission, feeds } = await feedsOf(call);
    if (!READERS.has(permission)) {
      throw new Refusal(403, "You are not authorized to perform this operation.");
    }
    if (repository.archived) {
      throw new Refusal(403, "Dependabot alerts are not available for archived repositories.");
    }
    const { state, alerts } = feeds.dependabot;
    if (state === "off") {
      throw new Refusal(403, "Dependabot alerts are disabled for this repository.");
    }
    return cursored(call, shown(call, alerts, dependabotAlert));
  },

  "GET /repos/{owner}/{repo}/secret-scanning/alerts": async (call) => {
    const { permission, feeds } = await feedsOf(call);
    if (permission !== "admin") throw notFound();
    const { state, alerts } = feeds.secretScanning;
    if (state === "off") throw new Refusal(404, "Secret scanning is disabled on this repository.");
    const { unknownSecretTypes, showsSecrets } = call.state.alerts;
    const named = call.url.searchParams.get("secret_type")?.split(",");
    if (named?.some((type) => unknownSecretTypes.has(type))) {
      throw new Refusal(422, "Validation Failed", [{ field: "secret_type", code: "invalid" }]);
    }
    const hidden = call.url.searchParams.get("hide_secret") === "true" && !showsSecrets;
    return paged(
      call,
      shown(
        call,
        alerts,
        (seed, place) => secretAlert(seed, place, !hidden),
        (seed) => isListed(seed, named),
      ),
    );
  },
};

/** Who may read alerts that are not secrets. */
const READERS: ReadonlySet<string> = new Set(["admin", "maintain", "write"]);

/** A repository that a caller may see, what they may do with it, and what its scanners say. */
interface Feeds {
  repository: Repository;
  permission: string;
  feeds: RepositoryFeeds;
}

async function feedsOf(call: Call): Promise<Feeds> {
  const { project, repository } = await repositoryOf(call);
  const feeds = call.state.alerts.byId(project.id);
  return { repository, permission: await permissionOf(call, project), feeds };
}

/** What a caller may do, for reading alerts. The emulator's repositories say that everybody may do everything; its lists of people do not. */
async function permissionOf(call: Call, { owner, name }: Project): Promise<string> {
  if (call.login === null) return "none";
  if (call.state.alerts.managers.has(call.login)) return "admin";
  const path = `/repos/${owner}/${name}/collaborators/${call.login}/permission`;
  const told = await call.emulated("GET", path);
  return told.status === 200 ? JSON.parse(told.text).permission : "none";
}

/** The alerts in the wanted state. */
function shown<Seed extends { state?: string }, Alert extends { state?: string | null }>(
  { url, params, state: { base } }: Call,
  seeds: readonly Seed[],
  toAlert: (seed: Seed, place: AlertPlace) => Alert,
  listed: (seed: Seed) => boolean = () => true,
): Alert[] {
  const states = url.searchParams.get("state")?.split(",");
  const repo = `${params.owner}/${params.repo}`;
  return seeds.flatMap((seed, index) =>
    listed(seed) ? [toAlert(seed, { base, repo, number: index + 1 })] : []
  ).filter(({ state }) => states?.includes(state ?? "") ?? true).reverse();
}
