import type { Permissions } from "@svc/core/permission";
import type { TypeRunRequest } from "@svc/runtime/direct";
import type { Repository } from "@svc/runtime/repository";
import { mergeInto, parseInputs, parseStdinInputs } from "@svc/runtime/inputs";
import { type GrantRequest, parseDuration, type RunEvent, runMethod } from "@svc/runtime/run";
import { initiator } from "../../behavior/initiator.ts";
import { grantingDenied } from "../../behavior/denial.ts";
import { grantOwn } from "../../behavior/grant.ts";
import { REPORT_OPTIONS, reportMaker } from "../../behavior/reports.ts";
import { interruption } from "../../behavior/interruption.ts";
import { parseTag } from "../../behavior/tags.ts";
import { writtenLines } from "../../behavior/written.ts";
import { OFFLINE, shareOf } from "../../datastore/share.ts";
import { type Context, defineCommand } from "../../frame/command.ts";
import { REPO_DIR, YES } from "../../frame/options.ts";
import { usage } from "../../frame/parse.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { ALLOW, ALLOW_ALL_REQUESTED, allowed } from "../../permission/allow.ts";
import { quotedText } from "../../frame/terminal_text.ts";

type Run = Awaited<ReturnType<typeof runMethod>>;

export default defineCommand({
  description: [
    "The method runs in a sandbox with exactly the permissions you granted its extension. What it logs",
    "goes to stderr as it comes; what it wrote is printed at the end.",
    "An extension of this repository's own sources is granted its permissions at its first run: you are",
    "asked, and again when it asks for more. --allow grants for this run only.",
    "The first Ctrl-C stops the run in good order, a second one ends it at once.",
  ].join("\n"),
  examples: [
    { command: "svc behavior run insight list_repos", does: "a method of a behavior" },
    {
      command: "svc behavior run insight list_prs --input repo=acme/site --input state=open",
      does: "with arguments",
    },
    {
      command: "svc behavior run @svc/repo-insight list_prs quick --input repo=acme/site",
      does: "a method of a type, as a behavior that is made on the way",
    },
  ],
  arguments: [
    {
      name: "behavior",
      summary: "the behavior's name or id; with a name at the end, a type",
      completes: "behavior",
    },
    {
      name: "method",
      summary: "the method, as 'svc model type describe' shows it",
      completes: "method",
    },
    {
      name: "name",
      summary: "the behavior to run the type as; made when there is none",
      optional: true,
    },
  ],
  options: {
    input: { kind: "list", value: "<key=value>", summary: "An argument of the method" },
    arg: { kind: "list", value: "<key=value>", summary: "The same as --input" },
    "input-file": {
      kind: "text",
      value: "<file>",
      summary: "A YAML or JSON mapping of arguments",
      completes: "file",
    },
    stdin: { kind: "flag", summary: "Read arguments from stdin; a list means a run for each" },
    timeout: { kind: "text", value: "<time>", summary: "The longest it may take: 90, 30s, 5m" },
    memory: { kind: "number", value: "<MB>", summary: "The most memory it may take" },
    "skip-check": { kind: "list", value: "<name>", summary: "Leave out a check of the type" },
    "skip-check-label": {
      kind: "list",
      value: "<label>",
      summary: "Leave out the checks with this label",
    },
    "skip-checks": {
      kind: "flag",
      summary: "Leave out all checks but those that the behavior requires",
    },
    ...REPORT_OPTIONS,
    tag: { kind: "list", value: "<key=value>", summary: "A tag on the data it writes" },
    allow: {
      ...ALLOW,
      summary: "Grant this permission for this run: net:api.example.com, run:git",
    },
    "allow-all-requested": {
      ...ALLOW_ALL_REQUESTED,
      summary: "Grant all that is asked for, for this run",
    },
    yes: { ...YES, summary: "Grant what an extension of this repository's own sources asks for" },
    offline: OFFLINE,
    "repo-dir": REPO_DIR,
  },
  credential: "optional",
  async run(context): Promise<Run | Run[]> {
    const { host, options, arguments: { behavior, method, name } } = context;
    const timeLimitMs = options.timeout === undefined ? undefined : parseDuration(options.timeout);
    const tags = Object.fromEntries(options.tag.map(parseTag));
    const repo = await repositoryOf(context);
    const { runs, many } = await inputsOf(context);
    using interrupted = interruption(context.note);
    const common = {
      method,
      tags,
      checks: {
        skip: [...options["skip-check"]],
        skipLabels: [...options["skip-check-label"]],
        skipAll: options["skip-checks"],
      },
      reports: reportMaker(options),
      share: shareOf(context, repo, interrupted.signal),
      initiatedBy: await initiator(host),
      signal: interrupted.signal,
      onEvent: (event: RunEvent) => show(event, context),
      allowRequested: options["allow-all-requested"],
      onGrant: (request: GrantRequest) => grantOwn(context, request, options.yes),
      ...(timeLimitMs === undefined ? {} : { timeLimitMs }),
      ...(options.memory === undefined ? {} : { memoryLimitMb: options.memory }),
    };
    const once = (inputs: Record<string, unknown>, allow: Permissions) =>
      name === undefined
        ? runMethod(repo, { ...common, allow, definition: behavior, inputs })
        : directly(repo, { ...common, allow, type: behavior, name, inputs });
    const grantee = async () =>
      await granteeOf(repo, name === undefined ? await typeOf(repo, behavior) : behavior, method);
    const allow = await allowed(options.allow);
    const results: Run[] = [];
    for (const inputs of runs) {
      results.push(
        await grantingDenied(context, repo, {
          allow,
          grantee,
          run: (allow) => once(inputs, allow),
        }),
      );
    }
    return many ? results : results[0]!;
  },
  whole: ["attributes", "reports"],
  text: (value, { paint }) =>
    (Array.isArray(value) ? value : [value]).map((run) => runText(run, paint.bold)).join("\n\n"),
});

/** Runs a type, without a behavior made before. */
async function directly(repo: Repository, request: TypeRunRequest): Promise<Run> {
  const { runType } = await import("@svc/runtime/direct");
  return await runType(repo, request);
}

/** The type of a behavior. */
async function typeOf(repo: Repository, behavior: string): Promise<string> {
  const { getDefinition } = await import("@svc/runtime/definitions");
  return (await getDefinition(repo, behavior)).type;
}

/** Whose code a method is: the extension that adds it to the type, else the type. */
async function granteeOf(repo: Repository, type: string, method: string): Promise<string> {
  const { partFor, resolveType } = await import("@svc/runtime/types");
  return partFor(await resolveType(repo, type), method).graft?.name ?? type;
}

interface Sources {
  host: Context["host"];
  options: {
    readonly input: readonly string[];
    readonly arg: readonly string[];
    readonly "input-file": string | undefined;
    readonly stdin: boolean;
  };
}

/** The arguments of each run: one, unless stdin holds a list. `--input` lies over the rest. */
async function inputsOf(
  { host, options }: Sources,
): Promise<{ runs: Record<string, unknown>[]; many: boolean }> {
  const pairs = [...options.input, ...options.arg];
  const file = options["input-file"];
  if (!options.stdin) {
    return { runs: [await parseInputs(pairs, { inputFile: file })], many: false };
  }
  if (file !== undefined) throw usage("--stdin and --input-file exclude each other");
  const [given, over] = await Promise.all([
    host.stdin().then(parseStdinInputs),
    parseInputs(pairs),
  ]);
  return { runs: given.inputs.map((one) => mergeInto(one, over)), many: given.isList };
}

function show(event: RunEvent, { json, note, quiet, verbose, host }: ShowContext): void {
  if (json || quiet) return;
  if (event.kind === "created") note(`Made the behavior ${event.model} of ${event.type}`);
  else if (event.kind === "upgraded") {
    note(`Upgraded ${event.model} from ${event.from} to ${event.to} of its type: ${event.path}`);
  } else if (event.kind === "started") {
    note(`Running ${event.method} of ${event.model} (${event.type})`);
  } else if (event.kind === "output" && (verbose || !isDetail(event.level))) {
    host.stderr(`${quotedText(event.text)}\n`);
  }
}

/** What only `--verbose` shows; the run's log has it in any case. */
function isDetail(level: string): boolean {
  return level === "trace" || level === "debug";
}

type ShowContext = Pick<Context, "json" | "note" | "quiet" | "verbose" | "host">;

function runText(run: Run, bold: (text: string) => string): string {
  return [
    `${bold(run.modelName)} ${run.methodName} ${run.status} in ${run.duration} ms`,
    ...writtenLines(run.dataArtifacts),
    ...(run.dataArtifacts.length > 0
      ? [`See it: svc data get ${run.modelName} ${run.dataArtifacts[0]!.name}`]
      : []),
    ...Object.values(run.reports ?? {}).map(({ name }) =>
      `Report: svc report get ${name} --behavior ${run.modelName}`
    ),
  ].join("\n");
}
