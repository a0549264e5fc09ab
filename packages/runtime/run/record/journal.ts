import type { SvcError } from "@svc/core/error";
import { contentBudget } from "../calls/content_budget.ts";
import type { DataArtifact } from "../calls/event.ts";
import type { LogLevel } from "../../sandbox/protocol.ts";
import { type CheckList, checkList } from "./checks.ts";
import type { RunStatus } from "../history/record.ts";
import type { EndedMethod } from "./after_method.ts";
import { originOf, otherOf } from "./origin.ts";
import { runFiles, type WrittenReport } from "./record.ts";
import { coloredAs } from "../../sandbox/redaction/colors.ts";
import { createRedactor, type Redactor } from "../../sandbox/redaction/redactor.ts";
import type { Listener } from "../order/listener.ts";
import type { RunSubject } from "../prepare/subject.ts";
import { warningList } from "./warnings.ts";

/** Keeps what happens in a run, in its log and its record, and tells it to whoever watches. */
export interface Journal {
  readonly redactor: Redactor;
  /** Id of the run's record. */
  readonly outputId: string;
  readonly initiatedBy: string;
  /** Absolute path of the log. */
  readonly logFile: string;
  /** What was written so far. */
  readonly artifacts: readonly DataArtifact[];
  /** What it warned of so far, for its result. */
  readonly warnings: readonly string[];
  log(level: LogLevel, text: string): void;
  wrote(artifact: DataArtifact): void;
  checked: CheckList["ran"];
  reported: EndedMethod["onReport"];
  /** Writes the record, whether the run failed or not. */
  close(failure: SvcError | undefined): Promise<{ outputId: string; duration: number }>;
}

/** Opens the journal of a run that begins now. */
export function openJournal(subject: RunSubject, { onEvent }: Listener): Journal {
  const outputId = crypto.randomUUID();
  const initiatedBy = subject.order.initiatedBy ?? "ghost";
  const { repository, found: { definition }, resolved, args, order } = subject;
  const type = resolved.type.normalized;
  const startedAt = new Date();
  const redactor = createRedactor([
    ...args.secrets,
    ...subject.vaults.values,
    ...order.parent?.secrets ?? [],
    ...[resolved, ...subject.checkers].flatMap(({ permissions: { env = [] } }) =>
      grantedSecrets(env)
    ),
  ]);
  const shown = redactor.lines();
  const emit = onEvent ?? (() => {});
  const files = runFiles(repository, {
    type,
    method: order.method,
    definitionId: definition.id,
    startedAt,
  });
  // Looked up while the method runs, as what is here then is what it runs by.
  const origin = originOf(subject);
  const artifacts: DataArtifact[] = [];
  const reports: WrittenReport[] = [];
  const reporters: ReturnType<typeof otherOf>[] = [];
  const kept = contentBudget();
  const warnings = warningList();
  const checks = checkList(subject.type.model, {
    method: order.method,
    rules: subject.checks,
    clean: (text) => redactor.text(text),
  });
  emit({
    kind: "started",
    model: definition.name,
    type,
    method: order.method,
    at: startedAt.toISOString(),
    outputId,
    logFile: files.logFile,
  });
  return {
    redactor,
    outputId,
    initiatedBy,
    logFile: files.logFile,
    artifacts,
    warnings: warnings.texts,
    log(level, text) {
      const clean = shown(text);
      files.log(level, clean);
      warnings.keep(level, clean);
      const colored = coloredAs(clean, text);
      emit({ kind: "output", level, text: clean, ...(colored === undefined ? {} : { colored }) });
    },
    wrote(artifact) {
      emit({ kind: "data", artifact });
      artifacts.push(kept(artifact));
    },
    checked: checks.ran,
    reported(report, items, by) {
      reports.push(...items.map((item) => ({ report, item })));
      if (by === undefined) return;
      reporters.push(otherOf(repository, "report", by.extension ?? report, by));
    },
    async close(failure) {
      const completedAt = new Date();
      const outcomes = checks.outcomes();
      const known = await origin;
      const others = [...known.others ?? [], ...await Promise.all(reporters)];
      const from = others.length === 0 ? known : { ...known, others };
      const error = failure &&
        { message: redactor.text(failure.message), code: failure.code };
      if (error) files.log("error", error.message);
      await files.finish({
        id: outputId,
        definitionId: definition.id,
        type,
        typeVersion: resolved.model.version,
        methodName: order.method,
        status: statusOf(failure),
        startedAt,
        completedAt,
        definition,
        initiatedBy,
        origin: from,
        ...(order.parent === undefined ? {} : { parent: order.parent }),
        artifacts,
        reports,
        checks: outcomes,
        ...(error === undefined ? {} : { error }),
      });
      emit({ kind: "checks", checks: outcomes });
      emit({ kind: "origin", origin: from });
      const duration = completedAt.getTime() - startedAt.getTime();
      if (failure === undefined) emit({ kind: "completed", duration });
      return { outputId, duration };
    },
  };
}

function statusOf(failure: SvcError | undefined): RunStatus {
  if (failure === undefined) return "succeeded";
  return failure.code === "cancelled" ? "cancelled" : "failed";
}

/** Content of granted variables that by their name hold a credential. */
function grantedSecrets(names: readonly string[]): string[] {
  return names.filter((name) => /TOKEN|SECRET|PASSWORD|CREDENTIAL|_KEY$|^KEY$/i.test(name))
    .flatMap((name) => Deno.env.get(name) ?? []);
}
