import type { Objectives } from "./objective.ts";

const DATASOURCE = { type: "prometheus", uid: "${datasource}" };
const [WIDTH, HEIGHT] = [12, 8];

/** The dashboard for Grafana, as its import takes it. */
export function grafanaDashboard({ files, objectives, dashboard }: Objectives): string {
  const { uid, title, servers, panels } = dashboard;
  const imported = {
    uid,
    title,
    description: `Objectives: ${objectives.map(({ key }) => key).join(", ")}. ` +
      `Made by npm run docs from ${files.source}.`,
    tags: ["svc"],
    schemaVersion: 39,
    editable: true,
    refresh: "30s",
    time: { from: "now-6h", to: "now" },
    templating: {
      list: [
        { name: "datasource", type: "datasource", query: "prometheus", label: "Data source" },
        {
          name: "instance",
          type: "query",
          label: "Server",
          datasource: DATASOURCE,
          query: `label_values(svc_info{${servers}}, instance)`,
          multi: true,
          includeAll: true,
          current: { text: "All", value: "$__all" },
          refresh: 2,
        },
      ],
    },
    panels: panels.map(({ title, unit, lines }, at) => ({
      id: at + 1,
      type: "timeseries",
      title,
      datasource: DATASOURCE,
      gridPos: {
        x: (at % 2) * WIDTH,
        y: Math.floor(at / 2) * HEIGHT,
        w: WIDTH,
        h: HEIGHT,
      },
      fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
      targets: lines.map(({ expr, legend }, line) => ({
        refId: String.fromCharCode("A".charCodeAt(0) + line),
        datasource: DATASOURCE,
        expr,
        legendFormat: legend,
      })),
    })),
  };
  return JSON.stringify(imported, null, 2) + "\n";
}
