import { isSvcError, SvcError, systemRefusal } from "@svc/core/error";
import { openRunData } from "../../data/store/run_data.ts";
import { schemaChecker } from "../../base/schema/check.ts";
import { inputReading } from "../../base/schema/input_reading.ts";
import { createCalls } from "../calls/answer.ts";
import { outputSecrets } from "../calls/output_secrets.ts";
import { pendingSecrets, takeBackPending } from "../calls/pending_secrets.ts";
import { runChild } from "../../sandbox/child_process.ts";
import type { ChildResult } from "../../sandbox/child_talk.ts";
import { type DataAccess, dataAccess } from "../calls/data_access.ts";
import type { StandIn } from "../other_tool/stand_in.ts";
import { innerRuns, type Runner } from "./inner_run.ts";
import type { Journal } from "../record/journal.ts";
import { assertNotDeleted } from "./life.ts";
import { outcomeOf } from "./outcome.ts";
import { addedSecrets } from "../../sandbox/redaction/redactor.ts";
import type { DenialAbout } from "../../sandbox/denied_grant.ts";
import { collectRefused, type Refused } from "../../sandbox/refused.ts";
import { type Limits, processLimits } from "../order/limits.ts";
import type { Listener } from "../order/listener.ts";
import type { Person } from "../order/person.ts";
import { type Sandbox, sandboxOf } from "./child_options.ts";
import { type ScratchFolders, scratchFolders } from "../../sandbox/scratch.ts";
import { assertVaults } from "./secret_outputs.ts";
import type { RunSubject } from "../prepare/subject.ts";

/** What a method's run takes beside its subject. */
interface Execution {
  /** Gets the name of each item that the run changes. */
  changed: Set<string>;
  /** Runs another behavior, for `context.runModel`. */
  run: Runner;
  person: Pick<Person, "onGrant" | "share">;
  limits: Limits;
  listener: Listener;
}

/**
 * Runs the method in the sandbox, under the lock of its behavior.
 *
 * @returns undefined when it succeeded, else why not
 */
export async function execute(
  subject: RunSubject,
  journal: Journal,
  execution: Execution,
): Promise<SvcError | undefined> {
  const { repository, found: { type, definition }, resolved, method } = subject;
  try {
    await using scratch = await scratchFolders();
    const holdBack = method.rollbackOnFailure === true;
    const owner = { type, id: definition.id };
    const data = await openRunData(repository, owner, { holdBack });
    data.watchChanges(execution.changed);
    await assertNotDeleted(data, resolved.model, method, definition.name);
    const pending = pendingSecrets(repository, owner);
    const secrets = outputSecrets({ vaults: subject.vaults, log: journal.log, pending });
    await takeBackPending(repository, owner, data, { vaults: subject.vaults, log: journal.log });
    await assertVaults(resolved, method, definition, secrets);
    const outcome = outcomeOf(subject, journal, { data, secrets, holdBack });
    const refused = collectRefused(journal.log);
    try {
      const failure = await failureOfCheckers(subject, journal, execution.limits) ??
        await failureOfMethod(subject, journal, execution, { scratch, outcome, refused });
      const ended = await outcome.settle(
        failure && await explained(failure, refused, subject, journal),
      );
      if (ended === undefined) await tellSwallowed(refused, subject, journal);
      return ended;
    } catch (error) {
      const failure = asRefusal(error, subject, journal);
      return await outcome.settle(await explained(failure, refused, subject, journal));
    }
  } catch (error) {
    return asRefusal(error, subject, journal);
  }
}

/** Why the checks of other modules keep the method from running, or undefined. */
async function failureOfCheckers(
  subject: RunSubject,
  journal: Journal,
  limits: Limits,
): Promise<SvcError | undefined> {
  if (subject.checkers.length === 0) return undefined;
  const { failureOfChecker } = await import("./checker.ts");
  for (const checker of subject.checkers) {
    const failure = await failureOfChecker(checker, subject, journal, limits);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

/** Where the method runs, and what becomes of what it does. */
interface Surroundings {
  scratch: ScratchFolders;
  outcome: ReturnType<typeof outcomeOf>;
  refused: Refused;
}

async function failureOfMethod(
  subject: RunSubject,
  journal: Journal,
  execution: Execution,
  { scratch, outcome, refused }: Surroundings,
): Promise<SvcError | undefined> {
  const { repository, found, resolved, method, order, vaults } = subject;
  const { limits: { signal, ...given } } = execution;
  const limits = processLimits(given);
  const type = resolved.type.normalized;
  const owner = { type: found.type, id: found.definition.id };
  const specs = resolved.outputs ?? resolved.model.dataOutputSpecs;
  const about = { type, resolved, repository };
  const access = dataAccess(owner, resolved.permissions, about, refused.refuse);
  await using checker = schemaChecker();
  const answer = createCalls({
    repository,
    owner,
    data: outcome.data,
    definition: found.definition,
    type,
    specs,
    access,
    log: journal.log,
    redactor: journal.redactor,
    checker,
    unfit: new Set(),
    secrets: outcome.secrets,
    secret: async (vault, key) => {
      const value = await vaults.get(vault, key, { signal });
      journal.redactor.add(value);
      return value;
    },
    tags: { initiatedBy: journal.initiatedBy, ...order.tags },
    onWritten: outcome.wrote,
    runModel: innerRuns({ subject, journal, access, execution }),
  }, scratch);
  await using program = await standInFor(subject, access, scratch, signal);
  const sandbox = await sandboxOf(subject, scratch.path);
  if (program !== undefined) {
    sandbox.environment["PATH"] = program.withPath(sandbox.environment["PATH"]);
  }
  // A write that was refused fails the run even when the method swallows the refusal.
  let refusal: SvcError | undefined;
  const result = await runChild({
    ...sandbox,
    ...limits,
    task: method.name,
    signal,
    onGreeted: () =>
      checker.prepare(
        specs.flatMap((spec) =>
          spec.kind === "resource" ? [inputReading(spec.schema, spec.input)] : []
        ),
      ),
    onLog: journal.log,
    onSecret: addedSecrets(journal.redactor, () => {
      journal.log("warning", "The method has too many secrets; further ones are not redacted");
    }),
    refused,
    onChecked: journal.checked,
    onCall: async (call, ended) => {
      try {
        return await answer(call, ended);
      } catch (error) {
        if (isSvcError(error)) refusal ??= error;
        throw error;
      }
    },
  });
  return refusal ?? await failureIn(result, subject, journal, {
    sandbox,
    memoryLimitMb: limits.memoryLimitMb,
  });
}

/** The program that answers for another tool's, where this method may start one. */
async function standInFor(
  { repository, resolved }: RunSubject,
  access: DataAccess,
  { path }: ScratchFolders,
  signal: AbortSignal | undefined,
): Promise<StandIn | undefined> {
  const { found = [], permissions: { run = [] } } = resolved;
  if (run.length === 0 && found.every(({ kind }) => kind !== "run")) return undefined;
  const { standIn } = await import("../other_tool/stand_in.ts");
  return await standIn({ repository, access, signal }, resolved, path);
}

/** What is wrong with how the method ended, or undefined. */
async function failureIn(
  result: ChildResult,
  { found, resolved, method, repository }: RunSubject,
  { redactor }: Journal,
  { sandbox, memoryLimitMb }: { sandbox: Sandbox; memoryLimitMb: number },
): Promise<SvcError | undefined> {
  if (result.t === "done") return sameName(result.handles ?? []);
  // Explaining a failure takes modules that a run which succeeds need not load.
  const { failureOf } = await import("./failure.ts");
  return await failureOf(result, {
    resolved,
    repository,
    definition: found.definition.name,
    methodName: method.name,
    bundle: sandbox.bundle,
    memoryLimitMb,
    redactor,
  });
}

/** The failure with what the sandbox refused before, which is mostly why. */
async function explained(
  failure: SvcError,
  refused: Refused,
  subject: RunSubject,
  { redactor }: Journal,
): Promise<SvcError> {
  const { withRefusals } = await import("../../sandbox/refusal.ts");
  return withRefusals(failure, refused, aboutRefusals(subject), redactor);
}

/** Says what a method that succeeded was refused: its user sees only that something is missing. */
async function tellSwallowed(
  refused: Refused,
  subject: RunSubject,
  { log, redactor }: Journal,
): Promise<void> {
  if (refused.texts.size === 0) return;
  const { swallowedRefusals } = await import("../../sandbox/refusal.ts");
  const words = swallowedRefusals(refused, aboutRefusals(subject), redactor);
  if (words !== undefined) log("warning", words);
}

function aboutRefusals({ repository, resolved, args }: RunSubject): DenialAbout {
  return { type: resolved.type.normalized, resolved, repository, settings: args.global };
}

function asRefusal(error: unknown, { method }: RunSubject, { redactor }: Journal): SvcError {
  const known = isSvcError(error) ? error : systemRefusal(error);
  if (known !== undefined) return known;
  const words = redactor.text(String(error));
  return new SvcError("internal", `${method.name} could not be run: ${words}`, { cause: error });
}

/** Two handles of one name are one item; a method that returns both has confused them. */
function sameName(names: readonly string[]): SvcError | undefined {
  const seen = new Set<string>();
  const twice = names.find((name) => seen.size === seen.add(name).size);
  if (twice === undefined) return undefined;
  return new SvcError("output_invalid", `The method returned two outputs named '${twice}'`, {
    hint: "Give each output of a run a name of its own.",
  });
}
