import type { Objectives } from "@svc/http/objectives";
import { ALERTS, PREFIX } from "./alerts.ts";
import { OBJECTIVES } from "./objectives.ts";
import { PANELS } from "./panels.ts";

/** What a server of a repository is held to. */
export const SERVE_OBJECTIVES: Objectives = {
  files: {
    source: "packages/serve/objectives",
    rules: "deploy/prometheus/serve-rules.yml",
    dashboard: "deploy/grafana/svc-serve.json",
  },
  prefix: PREFIX,
  objectives: OBJECTIVES,
  alerts: ALERTS,
  dashboard: {
    uid: "svc-serve",
    title: "svc serve",
    servers: 'server="serve"',
    panels: PANELS,
  },
};
