import { codeScanningAlert, dependabotAlert, isListed, secretAlert } from "../alerts/alerts.ts";
import {
  asked,
  type Call,
  cursored,
  levelOf,
  notFound,
  paged,
  Refusal,
  repositoryOf,
  type Routes,
} from "../call/mod.ts";
import type { Level } from "../state/mod.ts";

/** Alerts of the three scanners, newest first. Refusals are worded as the platform's are. */
export const alertRoutes: Routes = {
  "GET /repos/{owner}/{repo}/code-scanning/alerts": (call) => {
    const { level, feeds: { codeScanning: { state, alerts } } } = feedsOf(call);
    if (!READERS.has(level)) {
      throw new Refusal(403, "You are not authorized to read code scanning alerts.");
    }
    if (state === "off") {
      throw new Refusal(
        403,
        "Code Security must be enabled for this repository to use code scanning.",
      );
    }
    if (state === "no-analysis") throw new Refusal(404, "no analysis found");
    return paged(call, shown(call, alerts, codeScanningAlert));
  },

  "GET /repos/{owner}/{repo}/dependabot/alerts": (call) => {
    const { project, level, feeds: { dependabot: { state, alerts } } } = feedsOf(call);
    if (!READERS.has(level)) {
      throw new Refusal(403, "You are not authorized to perform this operation.");
    }
    if (project.settings.archived) {
      throw new Refusal(403, "Dependabot alerts are not available for archived repositories.");
    }
    if (state === "off") {
      throw new Refusal(403, "Dependabot alerts are disabled for this repository.");
    }
    const after = asked(call, "after");
    const start = after === null ? 0 : Number(atob(after).split(":")[1]);
    // A cursor is not to be read or made up by a client, so it does not look like a number.
    const cursorOf = (_: object, end: number) => btoa(`cursor:${end}`);
    return cursored(call, shown(call, alerts, dependabotAlert), start, cursorOf);
  },

  "GET /repos/{owner}/{repo}/secret-scanning/alerts": (call) => {
    const { level, feeds: { secretScanning: { state, alerts } } } = feedsOf(call);
    if (level !== "admin") throw notFound();
    if (state === "off") throw new Refusal(404, "Secret scanning is disabled on this repository.");
    const { unknownSecretTypes, showsSecrets } = call.state.alerts;
    const named = asked(call, "secret_type")?.split(",");
    if (named?.some((type) => unknownSecretTypes.has(type))) {
      throw new Refusal(422, "Validation Failed", [{ field: "secret_type", code: "invalid" }]);
    }
    const hidden = asked(call, "hide_secret") === "true" && !showsSecrets;
    const listed = shown(call, alerts, (seed) => secretAlert(seed, !hidden))
      .filter(({ secret_type: type }) => isListed({ type }, named));
    return paged(call, listed);
  },
};

/** Who may read alerts that are not secrets. */
const READERS: ReadonlySet<Level> = new Set<Level>(["admin", "maintain", "write"]);

/** A repository that a caller may see, what they may do with it, and what its scanners say. */
function feedsOf(call: Call) {
  const { project } = repositoryOf(call);
  const isManager = call.state.alerts.managers.has(call.login ?? "");
  const level = isManager ? "admin" : levelOf(call.state, project, call.login);
  return { project, level, feeds: project.feeds };
}

/** The alerts in the wanted state, each with its number, address and time. */
function shown<Seed extends { createdAt?: string }, Alert extends { state: string }>(
  call: Call,
  seeds: readonly Seed[],
  toAlert: (seed: Seed, number: number) => Alert,
) {
  const { route, params, state: { base } } = call;
  const states = asked(call, "state")?.split(",");
  const [, scanner] = /\/([\w-]+)\/alerts$/.exec(route)!;
  const repo = `${params.owner}/${params.repo}`;
  return seeds.map((seed, index) => ({
    number: index + 1,
    url: `${base}/repos/${repo}/${scanner}/alerts/${index + 1}`,
    html_url: `${base}/${repo}/security/${scanner}/${index + 1}`,
    created_at: seed.createdAt ?? FOUND_AT,
    updated_at: seed.createdAt ?? FOUND_AT,
    ...toAlert(seed, index + 1),
  })).filter(({ state }) => states?.includes(state) ?? true).reverse();
}

/** When an alert was found unless its seed says so. */
const FOUND_AT = "2026-11-01T08:00:00Z";
