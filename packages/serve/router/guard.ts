import { SvcError } from "@svc/core/error";
import { UUID } from "@svc/core/name";
import type { Caller } from "../caller/caller.ts";
import type { Serving } from "../http/endpoint.ts";
import { mayRead, mayRun } from "../rights/rights.ts";
import type { RunView } from "../answers/run.ts";
import { findSchedule } from "../schedules/operator.ts";
import { findWebhook } from "../webhooks/operator.ts";
import { assertOwnPage } from "@svc/http/input";
import type { OperationKey, OperationRow } from "../api/table.ts";

/** A request that may go on to its handler. */
export interface Admission {
  /** Undefined on open rows. */
  caller: Caller | undefined;
  /** The run of the path; undefined on rows without one. */
  run: RunView | undefined;
  /** Of the path; a behavior's id has become its name. */
  params: Record<string, string>;
}

/**
 * Lets a request through to the handler of its row, or refuses it: 401 without a good credential;
 * 404 for what the caller may not see, with the exact answer to what is not there; 403 for a method
 * that the caller may see but not run. The body is not read.
 *
 * @param address the client's address, after trusted proxies
 */
export async function guard(
  serving: Serving,
  { key, row, params }: Found,
  request: Request,
  address: string,
): Promise<Admission> {
  if (row.needs === "open") return { caller: undefined, run: undefined, params };
  let caller: Caller | undefined;
  try {
    caller = await serving.credentials.resolve(request, address);
    if (caller.cookie) assertOwnPage(request, serving.origins);
    switch (row.needs) {
      case "caller":
        return { caller, run: undefined, params };
      case "read":
      case "run":
        return { caller, run: undefined, params: await behaviorOf(serving, caller, params) };
      case "runSchedule":
        assertRunsSchedule(serving, caller, params);
        return { caller, run: undefined, params };
      case "readWebhook":
        assertSeesWebhook(serving, caller, params);
        return { caller, run: undefined, params };
      default:
        return { caller, run: runOf(serving, caller, row.needs, params), params };
    }
  } catch (error) {
    // Credentials have logged by themselves what they refused, and why.
    if (error instanceof SvcError && error.status === 403 && caller !== undefined) {
      const by = caller.initiatedBy;
      serving.log.warn("access.denied", { operation: key, code: error.code, address, by });
    }
    throw error;
  }
}

async function behaviorOf(
  { repository }: Serving,
  { rights }: Caller,
  params: Record<string, string>,
): Promise<Record<string, string>> {
  const given = params.behavior!;
  // Rights are about names: an entry of an allow list must not let in an id that begins like it.
  const behavior = UUID.test(given) ? await nameOf(repository, given) : given;
  if (behavior === undefined || !mayRead(rights, behavior)) throw absent("behavior");
  const { method } = params;
  if (method !== undefined && !mayRun(rights, behavior, method)) throw forbidden(behavior, method);
  return { ...params, behavior };
}

function assertRunsSchedule(
  { state }: Serving,
  { rights }: Caller,
  params: Record<string, string>,
): void {
  const { behavior, method } = findSchedule(
    state,
    params.schedule!,
    (schedule) => mayRead(rights, schedule.behavior),
  );
  if (!mayRun(rights, behavior, method)) throw forbidden(behavior, method);
}

function assertSeesWebhook(
  { state }: Serving,
  { rights }: Caller,
  params: Record<string, string>,
): void {
  findWebhook(state, params.webhook!, ({ behavior }) => mayRead(rights, behavior));
}

async function nameOf(repository: Serving["repository"], id: string): Promise<string | undefined> {
  const { tryFindDefinition } = await import("@svc/runtime/definitions");
  return (await tryFindDefinition(repository, id))?.definition.name;
}

function runOf(
  { runs }: Serving,
  { rights }: Caller,
  needs: "readRun" | "cancelRun",
  params: Record<string, string>,
): RunView {
  const run = runs.get(params.run!);
  if (run === undefined || !mayRead(rights, run.behavior)) throw absent("run");
  const { behavior, method } = run;
  if (needs === "cancelRun" && !mayRun(rights, behavior, method)) throw forbidden(behavior, method);
  return run;
}

/** The one answer to what is not there and to what the caller may not see. */
function absent(what: "behavior" | "run"): SvcError {
  return new SvcError("not_found", `There is no such ${what}, or this credential may not see it`, {
    hint: "'svc auth server-whoami', or GET /api/v1/whoami, tells what the credential may see.",
  });
}

function forbidden(behavior: string, method: string): SvcError {
  return new SvcError("forbidden", `This credential may not run ${method} of ${behavior}`, {
    hint: "The operator can allow it: svc serve token create <name> --allow " +
      `${behavior}:${method}`,
  });
}

/** An operation that a request names. */
interface Found {
  key: OperationKey;
  row: OperationRow;
  /** Decoded. */
  params: Record<string, string>;
}
