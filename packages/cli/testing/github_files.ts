/** What of GitHub's parser is used: it puts what is wrong into a context. */
interface Parser {
  NoOperationTraceWriter: new () => unknown;
  parseWorkflow(file: File, trace: unknown): Parsed;
  convertWorkflowTemplate(context: unknown, value: unknown): Promise<unknown>;
  parseAction(file: File, trace: unknown): Parsed;
  convertActionTemplate(context: unknown, value: unknown): unknown;
}

interface File {
  name: string;
  content: string;
}

interface Parsed {
  context: { errors: { getErrors(): readonly unknown[] } };
  value: unknown;
}

const ENTRY = `
export { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow }
  from "@actions/workflow-parser";
export { convertActionTemplate, parseAction } from "@actions/workflow-parser/actions/index";
`;

const root = new URL("../../..", import.meta.url).pathname;
let parser: Promise<Parser> | undefined;

/** What GitHub's own parser finds wrong with a workflow, or with the `action.yml` of an action. */
export async function githubProblems(
  kind: "workflow" | "action",
  content: string,
): Promise<string[]> {
  const loaded = await (parser ??= load());
  const trace = new loaded.NoOperationTraceWriter();
  switch (kind) {
    case "workflow": {
      const { context, value } = loaded.parseWorkflow({ name: "w.yml", content }, trace);
      if (value !== undefined) await loaded.convertWorkflowTemplate(context, value);
      return context.errors.getErrors().map(String);
    }
    case "action": {
      const { context, value } = loaded.parseAction({ name: "action.yml", content }, trace);
      if (value !== undefined) loaded.convertActionTemplate(context, value);
      return context.errors.getErrors().map(String);
    }
  }
}

/** It imports JSON as only bundlers take it, so it is bundled. */
async function load(): Promise<Parser> {
  const system = `${Deno.build.os}-${Deno.build.arch === "x86_64" ? "x64" : "arm64"}`;
  const folder = await Deno.makeTempDir({ prefix: "svc-github-parser-" });
  try {
    const child = new Deno.Command(`${root}node_modules/@esbuild/${system}/bin/esbuild`, {
      args: ["--bundle", "--format=esm", "--platform=browser", `--outfile=${folder}/parser.mjs`],
      cwd: root,
      stdin: "piped",
      stderr: "piped",
    }).spawn();
    await new Response(ENTRY).body!.pipeTo(child.stdin);
    const { success, stderr } = await child.output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    return await import(`file://${folder}/parser.mjs`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
