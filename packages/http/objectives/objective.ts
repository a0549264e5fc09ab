/** What a server is meant to keep up, as a share of what is asked of it. */
export interface Objective {
  key: string;
  /** What is good, in a few words. */
  what: string;
  /** The share that is to be good over thirty days. */
  target: number;
  /** The share that was bad within a window such as `5m`, in the language of Prometheus. */
  badRatio(window: string): string;
}

/** Something that somebody has to look at. */
export interface Alert {
  name: string;
  /** When it fires, in the language of Prometheus. */
  expr: string;
  /** For how long that has to last; at once unless given. */
  lasts?: string;
  /** Whether it wakes somebody or waits for the morning. */
  severity: "page" | "ticket";
  /** What it means and what to do. */
  summary: string;
}

/** One chart of a dashboard. */
export interface Panel {
  title: string;
  /** In the words of Grafana. */
  unit: "reqps" | "s" | "short" | "bytes" | "percentunit" | "bool";
  lines: readonly { expr: string; legend: string }[];
}

/** What a kind of server is held to: its rules, its dashboard and its page are made from this. */
export interface Objectives {
  /** Below the repository: where this is written down, and what is made from it. */
  files: { source: string; rules: string; dashboard: string };
  /** What names begin with that rules record, such as `svc`. */
  prefix: string;
  objectives: readonly Objective[];
  /** Those of {@linkcode burning} first. */
  alerts: readonly Alert[];
  dashboard: {
    uid: string;
    title: string;
    /** Labels of `svc_info` that tell these servers, such as `server="registry"`. */
    servers: string;
    panels: readonly Panel[];
  };
}
