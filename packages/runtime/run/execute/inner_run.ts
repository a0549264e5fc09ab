import { isSvcError, SvcError } from "@svc/core/error";
import { visibleName } from "@svc/core/text";
import { normalizeType } from "@svc/core/type";
import { findDefinition } from "../../repository/definitions/find.ts";
import { ownerOf } from "../../consent/installed/owner.ts";
import type { Repository } from "../../repository/repository.ts";
import { partFor } from "../../consent/types/grafts.ts";
import type { ResolvedType } from "../../consent/types/resolved.ts";
import { resolveType } from "../../consent/types/resolve.ts";
import { assertMayRun } from "../admit/callable.ts";
import { contentBudget } from "../calls/content_budget.ts";
import type { DataAccess } from "../calls/data_access.ts";
import { newExpression } from "../prepare/expression_guard.ts";
import type { RunEvent } from "../calls/event.ts";
import type { Journal } from "../record/journal.ts";
import type { CallOf, DataHandle } from "../../sandbox/protocol.ts";
import type { Limits } from "../order/limits.ts";
import type { Listener } from "../order/listener.ts";
import type { Order, RunParent } from "../order/order.ts";
import type { Person } from "../order/person.ts";
import type { RunSubject } from "../prepare/subject.ts";

/** Runs a behavior; given to what runs inside of it, which it must not import. */
export type Runner = (
  repository: Repository,
  request: Order & Pick<Person, "onGrant" | "share"> & Limits & Listener,
) => Promise<unknown>;

/** What `context.runModel` gives (extension format reference §3.2). */
type InnerResult =
  | { ok: true; resources: DataHandle[] }
  | { ok: false; error: { message: string } };

/** Runs that wait for each other at most, and runs that one run may ask for. */
const DEPTH = 10;
const CALLS = 100;

/** What inner runs depend on. */
interface InnerRunInput {
  subject: RunSubject;
  journal: Journal;
  /** The data that the asking method may read. */
  access: DataAccess;
  /** How the asking run is made; what the person allowed for it is not among it. */
  execution: {
    run: Runner;
    person: Pick<Person, "onGrant" | "share">;
    limits: Limits;
    listener: Listener;
  };
}

/**
 * Runs other behaviors for a method, each as a run of its own: in its own sandbox with what its own
 * type was granted, under its own lock, with its own record. It ends when the asking run is stopped.
 * A run that fails or is refused is an answer and does not fail the run that asked for it.
 */
export function innerRuns(
  input: InnerRunInput,
): (call: CallOf<"runModel">, signal: AbortSignal | undefined) => Promise<InnerResult> {
  const { subject: { found, resolved, order, vaults }, journal } = input;
  const before = order.parent;
  const parent: Omit<RunParent, "onHandle" | "secrets"> = {
    behaviors: [...before?.behaviors ?? [], found.definition.id],
    calls: before?.calls ?? { left: CALLS },
    outputId: journal.outputId,
    extension: resolved.extension,
    vaults,
  };
  return async (call, signal) => {
    try {
      assertRoom(parent);
      return { ok: true, resources: await runInner(input, call, { parent, signal }) };
    } catch (error) {
      if (!isSvcError(error) || signal?.aborted) throw error;
      // The code that is told has no other place for how it is granted.
      const how = error.grants === undefined ? [] : error.hint?.split("\n", 1) ?? [];
      return { ok: false, error: { message: [error.message, ...how].join("\n") } };
    }
  };
}

/** Counts a call, also one that is refused later: asking costs, too. */
function assertRoom({ behaviors, calls }: Pick<RunParent, "behaviors" | "calls">): void {
  if (behaviors.length >= DEPTH) {
    throw new SvcError("run_failed", `runModel: more than ${DEPTH} runs would wait for each other`);
  }
  if (--calls.left < 0) {
    throw new SvcError("run_failed", `runModel: a run may start at most ${CALLS} others`);
  }
}

/** Events that are about one run alone. */
const OWN: ReadonlySet<RunEvent["kind"]> = new Set(["data", "checks", "origin", "completed"]);

async function runInner(
  input: InnerRunInput,
  call: CallOf<"runModel">,
  { parent, signal }: {
    parent: Omit<RunParent, "onHandle" | "secrets">;
    signal: AbortSignal | undefined;
  },
): Promise<DataHandle[]> {
  const { subject, journal, access, execution } = input;
  const { repository, order: { initiatedBy, trigger, tags, foreign } } = subject;
  const target = await targetOf(input, call, signal);
  if (parent.behaviors.includes(target.id)) {
    throw new SvcError(
      "run_failed",
      `runModel: '${target.name}' already waits for this run; running it again would never end`,
    );
  }
  // What the person allowed for this run is for this type; the other one has its own grants.
  const { run, person: { onGrant, share }, listener: { onEvent } } = execution;
  const { timeLimitMs, memoryLimitMb, diskLimitMb } = execution.limits;
  const handles = new Map<string, DataHandle>();
  const kept = contentBudget();
  await run(repository, {
    definition: target.id,
    method: call.method,
    inputs: target.inputs,
    timeLimitMs,
    memoryLimitMb,
    diskLimitMb,
    initiatedBy,
    trigger,
    tags,
    foreign,
    onGrant,
    share,
    signal,
    // What it writes, where it comes from and how its checks went, is told by its own record.
    onEvent: (event) => {
      if (!OWN.has(event.kind)) onEvent?.(event);
    },
    parent: {
      ...parent,
      // A schema need not say that what it gets is one.
      secrets: journal.redactor.givenIn(target.inputs),
      onHandle: (handle) => handles.set(handle.name, kept(handle)),
    },
  });
  const readable = access.mayRead({ type: target.type, id: target.id });
  return [...handles.values()].map((handle) => readable ? handle : withoutContent(handle));
}

/** A handle as one may see it who may not read the data of its type. */
function withoutContent({ attributes: _, ...handle }: DataHandle): DataHandle {
  return handle;
}

/** A method that another module adds to the type is that module's to allow, too. */
async function assertMayRunMethod(
  repository: Repository,
  caller: ResolvedType,
  type: ResolvedType,
  method: string,
): Promise<void> {
  const owned = async (one: ResolvedType) => ({
    ...one,
    ...await ownerOf(repository, one.graft?.key ?? one.type.normalized, one),
  });
  for (const target of [type, partFor(type, method)]) {
    assertMayRun(await owned(caller), await owned(target));
  }
}

/** The behavior to run, once it is sure that the asking type may run its type. */
async function targetOf(
  { subject: { repository, resolved }, journal, execution }: InnerRunInput,
  { definition, modelType, name, method, arguments: inputs = {} }: CallOf<"runModel">,
  signal: AbortSignal | undefined,
) {
  if (definition !== undefined) {
    const found = await findDefinition(repository, definition);
    const type = await resolveType(repository, found.type);
    await assertMayRunMethod(repository, resolved, type, method);
    return { id: found.definition.id, name: found.definition.name, type: found.type, inputs };
  }
  if (modelType === undefined || name === undefined) {
    throw new SvcError(
      "invalid_argument",
      "runModel needs a definition, or a modelType and a name",
    );
  }
  // They are written into its definition and evaluated from there.
  if (newExpression({}, inputs) !== undefined) {
    throw new SvcError(
      "permission_denied",
      "runModel: arguments of a type must not have ${{ }} expressions",
    );
  }
  const { directBehavior, resolveEitherWay, routeInputs } = await import(
    "../prepare/direct_behavior.ts"
  );
  const type = await resolveEitherWay(repository, modelType);
  await assertMayRunMethod(repository, resolved, type, method);
  const { global } = routeInputs(type, method, inputs);
  if (journal.redactor.givenIn([name, global]).length > 0) {
    throw new SvcError(
      "vault_required",
      "runModel: the name and the arguments of a type are kept in a file, and one of them holds a " +
        "secret. Hand it on as an argument of the method",
    );
  }
  const made = await directBehavior(repository, type, { name, method, inputs, signal });
  if (made.created) {
    const { onEvent } = execution.listener;
    onEvent?.({ kind: "created", model: visibleName(name), type: type.type.normalized });
  }
  return { ...made, name, type: normalizeType(type.type.normalized) };
}
