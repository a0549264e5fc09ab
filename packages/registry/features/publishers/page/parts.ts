import type { Publisher } from "@svc/core/wire";
import { PROVIDERS } from "../providers/mod.ts";

/** What a publisher asks of a job beside its place, and what the job may, each in words. */
export function partsOf(publisher: Publisher): string[] {
  const { workflow, reusable, environment, events, refRule, runnerRule, actions } = publisher;
  return [
    ...(workflow === null ? [] : [workflow]),
    ...(reusable === null ? [] : [`steps of ${reusable}`]),
    ...(environment === null ? [] : [`environment ${environment}`]),
    ...(refRule === "any" ? [] : [refText(refRule)]),
    ...(events.length === 0 ? [] : [events.join(", ")]),
    ...(runnerRule === "any" && PROVIDERS[publisher.provider].parts.has("runner")
      ? ["any runner"]
      : []),
    `may: ${actions.join(", ")}`,
  ];
}

function refText(rule: string): string {
  if (rule === "protected") return "protected refs";
  const at = rule.indexOf(":");
  return `${rule.slice(0, at) === "tag" ? "tags" : "branch"} ${rule.slice(at + 1)}`;
}
