import type { RunResult } from "@svc/core/answer";
import { reportsAfter } from "../run/reports/after_method.ts";
import type { ReportFlags } from "../run/reports/select.ts";
import type { RunOptions } from "../run/request.ts";
import { GREET, modelText } from "./extension.ts";
import { greeterRepository, type TestRepository } from "./repository.ts";

/** The text of a report `@acme/summary` whose body is `body`. */
export function reportText(
  body: string,
  { name = "@acme/summary", scope = "method" } = {},
): string {
  return `export const report = {
  name: ${JSON.stringify(name)},
  description: "Sums up a run",
  scope: ${JSON.stringify(scope)},
  labels: ["audit"],
  execute: async (context: any) => {
${body}
  },
};
`;
}

/** The body of a report that says who was greeted. */
export const SUMMARY = `    const [handle] = context.dataHandles;
    return {
      markdown: "# Summary\\n\\n" + handle.attributes.text,
      json: { text: handle.attributes.text, status: context.executionStatus },
    };`;

/** A repository whose greeter has reports; the type runs `@acme/summary`. */
export interface ReportingRepository extends TestRepository {
  /** Runs `greet` with its reports. */
  report(options?: RunOptions, flags?: ReportFlags): Promise<RunResult>;
}

/** Makes it from the texts of the reports by file. */
export async function reportingRepository(
  reports: Record<string, string>,
  options: {
    method?: string;
    globals?: string;
    values?: Record<string, unknown>;
    manifest?: string;
  } = {},
): Promise<ReportingRepository> {
  const model = modelText(options.method ?? GREET, {
    ...(options.globals === undefined ? {} : { globals: options.globals }),
  }).replace("  methods: {", '  reports: ["@acme/summary"],\n  methods: {');
  const entries = Object.keys(reports).map((file) => `  - ${file}\n`).join("");
  const greeter = await greeterRepository(model, {
    manifest: `reports:\n${entries}${options.manifest ?? ""}`,
    files: reports,
    ...(options.values === undefined ? {} : { globals: options.values }),
  });
  return Object.assign(greeter, {
    report: (more: RunOptions = {}, flags: ReportFlags = {}) =>
      greeter.greet(undefined, { reports: reportsAfter(flags), ...more }),
  });
}
