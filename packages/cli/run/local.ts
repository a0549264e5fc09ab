import type { RunResult } from "@svc/core/answer";
import type { Permissions } from "@svc/core/permission";
import type { TypeRunRequest } from "@svc/runtime/direct";
import { reportMaker } from "@svc/runtime/report_maker";
import type { Repository } from "@svc/runtime/repository";
import { type GrantRequest, parseDuration, type RunEvent, runMethod } from "@svc/runtime/run";
import { shareOf } from "../datastore/share.ts";
import { repositoryOf } from "../frame/repository.ts";
import { canAsk } from "../frame/ask.ts";
import { allowedWithSdks } from "../permission/allow.ts";
import { grantingDenied } from "../behavior/denial.ts";
import { grantOwn, missingText } from "../behavior/grant.ts";
import { initiator } from "../behavior/initiator.ts";
import { interruption } from "../behavior/interruption.ts";
import { reportFlags } from "../behavior/reports.ts";
import type { RunContext } from "./options.ts";
import { showEvent } from "./show_event.ts";
import { parseTag } from "../behavior/tags.ts";

/** Runs a method in a repository here, once for each of the inputs, one after the other. */
export async function runLocally(
  context: RunContext,
  inputsOf: () => Promise<readonly Record<string, unknown>[]>,
): Promise<RunResult[]> {
  const { host, options, arguments: { behavior, method, name } } = context;
  const timeLimitMs = options.timeout === undefined ? undefined : parseDuration(options.timeout);
  const tags = Object.fromEntries(options.tag.map(parseTag));
  // Read meanwhile.
  const initiatedBy = initiator(host);
  const repo = await repositoryOf(context);
  const runs = await inputsOf();
  const { allow, sdks } = await allowedWithSdks(options.allow);
  using interrupted = interruption(context.note);
  const common = {
    method,
    tags,
    checks: {
      skip: [...options["skip-check"]],
      skipLabels: [...options["skip-check-label"]],
      skipAll: options["skip-checks"],
    },
    reports: reportMaker(reportFlags(options)),
    share: shareOf(context, repo, interrupted.signal),
    initiatedBy: await initiatedBy,
    trigger: "command" as const,
    signal: interrupted.signal,
    onEvent: (event: RunEvent) => showEvent(event, context),
    allowRequested: options["allow-all-requested"],
    allowSdks: sdks,
    // Where nobody is asked when the run is refused something, it is said before.
    onMissing: options.yes || !canAsk(context)
      ? (request: GrantRequest) => {
        const text = missingText(request);
        if (text !== undefined) context.note(text);
      }
      : undefined,
    onGrant: (request: GrantRequest) =>
      grantOwn(context, request, { yes: options.yes, allowRequested: false, allow: {} }),
    ...(timeLimitMs === undefined ? {} : { timeLimitMs }),
    ...(options.memory === undefined ? {} : { memoryLimitMb: options.memory }),
  };
  const once = (inputs: Record<string, unknown>, allow: Permissions) =>
    name === undefined
      ? runMethod(repo, { ...common, allow, definition: behavior, inputs })
      : directly(repo, { ...common, allow, type: behavior, name, inputs });
  const grantee = async () =>
    await granteeOf(repo, name === undefined ? await typeOf(repo, behavior) : behavior, method);
  const { yes } = options;
  const results: RunResult[] = [];
  for (const inputs of runs) {
    results.push(
      await grantingDenied(context, repo, {
        yes,
        allow,
        grantee,
        run: (allow) => once(inputs, allow),
      }),
    );
  }
  return results;
}

/** Runs a type, without a behavior made before. */
async function directly(repo: Repository, request: TypeRunRequest): Promise<RunResult> {
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
