import type { Objectives } from "@svc/http/objectives";
import { ALERTS, PREFIX } from "./alerts.ts";
import { OBJECTIVES } from "./objectives.ts";
import { PANELS } from "./panels.ts";

/** What a registry is held to. */
export const REGISTRY_OBJECTIVES: Objectives = {
  files: {
    source: "packages/registry/features/operating/objectives",
    rules: "deploy/prometheus/rules.yml",
    dashboard: "deploy/grafana/svc-registry.json",
  },
  prefix: PREFIX,
  objectives: OBJECTIVES,
  alerts: ALERTS,
  dashboard: {
    uid: "svc-registry",
    title: "svc registry",
    servers: 'server="registry"',
    panels: PANELS,
  },
};
