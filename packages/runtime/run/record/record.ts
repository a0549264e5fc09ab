import type { RunCheck, RunOrigin } from "@svc/core/answer";
import { sha256Hex } from "../../base/files/digest.ts";
import { ownPath } from "../../repository/links.ts";
import type { Repository } from "../../repository/repository.ts";
import { runStamp } from "../../repository/run_stamp.ts";
import { GENERATION } from "../history/origin.ts";
import type { RunStatus } from "../history/record.ts";
import type { DataMetadata } from "../../data/store/item.ts";
import type { DataArtifact } from "../calls/event.ts";
import type { LogLevel } from "../../sandbox/protocol.ts";
import { sealOf, withSeal } from "./seal.ts";

/** What was kept of a report. */
export interface WrittenReport {
  report: string;
  item: DataMetadata;
}

/** What the record of a run says (runtime reference 2.6). */
export interface RunRecordInput {
  id: string;
  definitionId: string;
  type: string;
  typeVersion: string;
  methodName: string;
  status: RunStatus;
  startedAt: Date;
  completedAt: Date;
  /** The definition as it was run. */
  definition: unknown;
  initiatedBy: string;
  origin: RunOrigin;
  /** The run whose method asked for this one. */
  parent?: { outputId: string; extension: string | undefined };
  artifacts: readonly DataArtifact[];
  reports: readonly WrittenReport[];
  checks: readonly RunCheck[];
  error?: { message: string; code: string };
}

const LEVELS: Record<LogLevel, string> = {
  trace: "TRC",
  debug: "DBG",
  info: "INF",
  warning: "WRN",
  error: "ERR",
  fatal: "FTL",
};

/** The record and log of a run. Lines are kept as they come, so that a killed run leaves its log. */
export function runFiles(
  repository: Repository,
  about: { type: string; method: string; definitionId: string; startedAt: Date },
) {
  const folder = ownPath(repository.root, `.svc/outputs/${about.type}/${about.method}`);
  const stamp = runStamp(about.startedAt);
  // Two runs of one behavior within a millisecond are kept apart by the lock that both hold.
  const base = `${folder}/${about.definitionId}-${stamp}`;
  Deno.mkdirSync(folder, { recursive: true });
  const log = Deno.openSync(`${base}.log`, { append: true, create: true });
  const encoder = new TextEncoder();
  return {
    logFile: `${base}.log`,
    log(level: LogLevel, text: string) {
      const line = `${new Date().toISOString()} [${LEVELS[level]}] ${about.method}: ${text}\n`;
      log.writeSync(encoder.encode(line));
    },
    /** Writes record and log; called once, at the end. */
    async finish(record: RunRecordInput) {
      log.close();
      const { artifacts, startedAt, completedAt } = record;
      const content = {
        generation: GENERATION,
        id: record.id,
        definitionId: record.definitionId,
        methodName: record.methodName,
        status: record.status,
        startedAt: startedAt.toISOString(),
        completedAt: completedAt.toISOString(),
        durationMs: completedAt.getTime() - startedAt.getTime(),
        retryCount: 0,
        provenance: {
          definitionHash: await sha256Hex(JSON.stringify(record.definition)),
          modelVersion: record.typeVersion,
          triggeredBy: record.parent === undefined ? "manual" : "model",
          initiatedBy: record.initiatedBy,
          parentOutputId: record.parent?.outputId,
          callerExtension: record.parent?.extension,
        },
        origin: record.origin,
        artifacts: {
          dataArtifacts: [],
          ...(record.reports.length === 0 ? {} : { reports: record.reports.map(reportOf) }),
        },
        checks: record.checks,
        ...(record.error === undefined ? {} : { error: record.error }),
        logFile: `${base}.log`.slice(repository.root.length + 1),
        pid: Deno.pid,
      };
      const pieces = recordText(content, artifacts);
      if (artifacts.length <= PIECE) {
        const text = [...pieces].join("");
        await Deno.writeTextFile(`${base}.yaml`, text + await sealOf(repository, text));
        return;
      }
      // Not for all of them: Deno takes milliseconds to load what streams need.
      const text = ReadableStream.from(withSeal(repository, pieces));
      await Deno.writeTextFile(`${base}.yaml`, text);
    },
  };
}

/** Artifacts of one piece of a record's text. */
const PIECE = 1000;

/**
 * The text of a record, piece by piece, with a line for each artifact: there may be very many. Its last
 * bracket is left out.
 */
function* recordText(
  content: object,
  artifacts: readonly DataArtifact[],
): Generator<string> {
  const list = '"dataArtifacts": [';
  // In a text of the record a quotation mark has a backslash before it.
  const [head, tail] = cutBehind(JSON.stringify(content, null, 2).replace(/\n\}$/, ""), list);
  yield head;
  for (let at = 0; at < artifacts.length; at += PIECE) {
    const lines = artifacts.slice(at, at + PIECE).map((one) => `\n      ${artifactText(one)}`);
    yield `${at === 0 ? "" : ","}${lines.join()}`;
  }
  yield artifacts.length === 0 ? tail : `\n    ${tail}`;
}

function cutBehind(text: string, mark: string): [string, string] {
  const end = text.indexOf(mark) + mark.length;
  return [text.slice(0, end), text.slice(end)];
}

function artifactText({ specName, kind, ...item }: DataArtifact): string {
  return JSON.stringify({ ...versionOf(item), tags: { type: kind, specName } });
}

function reportOf({ report, item }: WrittenReport): object {
  const { written, ...rest } = item;
  return {
    ...versionOf({ ...rest, writtenAt: written?.at }),
    tags: { type: "report", reportName: report },
  };
}

function versionOf(
  { id, name, version, checksum, writtenAt }:
    & Pick<DataMetadata, "id" | "name" | "version" | "checksum">
    & { writtenAt: string | undefined },
): object {
  return { dataId: id, name, version, checksum, writtenAt };
}
