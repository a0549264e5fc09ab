import type { ReportOutcome } from "@svc/core/answer";
import { isSvcError, messageOf, SvcError } from "@svc/core/error";
import { runChild } from "../../sandbox/child_process.ts";
import { dataAccess } from "../calls/data_access.ts";
import type { Call, Hello } from "../../sandbox/protocol.ts";
import { denialIn, shownDenial } from "../../sandbox/denial.ts";
import { withoutOwnPaths } from "../../sandbox/own_paths.ts";
import { createReads } from "../calls/read_calls.ts";
import { addedSecrets } from "../../sandbox/redaction/redactor.ts";
import { filesFolderOf } from "../../sandbox/module_sandbox.ts";
import { scratchFolders } from "../../sandbox/scratch.ts";
import { sourceLocation } from "../../extension/bundle/source_location.ts";
import { childEnvironment } from "../../base/process/environment.ts";
import { linksOutOf } from "../../consent/permissions/links.ts";
import { commaEscaped } from "../../base/process/flag.ts";
import type { ResolvedReport } from "./find.ts";
import type { ReportSubject } from "./subject.ts";

const TIME_LIMIT_MS = 120_000;
const MEMORY_MB = 512;
const DISK_MB = 256;

/** Characters of a report's Markdown, and of its JSON. */
const LONGEST = 5_000_000;

/**
 * Makes a report in a sandbox that may read stored data and do nothing else: no network, no program,
 * no variable, no file but those its extension ships.
 *
 * @returns what it says; for one that fails, why
 * @throws SvcError `cancelled`
 */
export async function makeReport(
  resolved: ResolvedReport,
  subject: ReportSubject,
): Promise<ReportOutcome> {
  const { name, scope } = resolved.report;
  const said = { name, scope };
  try {
    return { ...said, success: true, ...await run(resolved, subject) };
  } catch (error) {
    if (isSvcError(error) && error.code === "cancelled") throw error;
    return failedReport(said, subject.redactor.text(messageOf(error)));
  }
}

/** A report that said nothing: what is kept in its place (runtime reference 7). */
export function failedReport(
  { name, scope }: Pick<ReportOutcome, "name" | "scope">,
  message: string,
): ReportOutcome {
  const json = { error: true, reportName: name, scope, message };
  return { name, scope, success: false, markdown: "", json, error: message };
}

async function run(
  resolved: ResolvedReport,
  subject: ReportSubject,
): Promise<Pick<ReportOutcome, "markdown" | "json">> {
  const { repository, redactor } = subject;
  const { name } = resolved.report;
  await using scratch = await scratchFolders();
  const folder = `${repository.state}/${resolved.folder}`;
  const filesRoot = filesFolderOf(repository, resolved);
  const read = reads(resolved, subject);
  const bundle = `${folder}/${resolved.bundle}`;
  const result = await runChild({
    entry: "report",
    task: subject.methodName,
    bundle,
    hello: helloOf(subject, resolved, { filesRoot, scratch: scratch.path }),
    permissionFlags: [
      `--allow-read=${
        commaEscaped([scratch.path, ...(filesRoot === undefined ? [] : [filesRoot])])
      }`,
      `--allow-write=${commaEscaped([scratch.path])}`,
      ...closedLinks(filesRoot),
    ],
    environment: { ...childEnvironment(), TMPDIR: scratch.path },
    startsPrograms: false,
    timeLimitMs: TIME_LIMIT_MS,
    memoryLimitMb: MEMORY_MB,
    diskLimitMb: DISK_MB,
    signal: subject.signal,
    onLog: (level, text) => subject.log(level, `${name}: ${text}`),
    onSecret: addedSecrets(redactor, () => {}),
    onCall: read,
  });
  if (result.t === "report") {
    assertShort(result.markdown, JSON.stringify(result.json));
    return { markdown: redactor.text(result.markdown), json: redactor.value(result.json) };
  }
  if (result.t === "failed") {
    const { place, native } = await sourceLocation(result, bundle);
    const denial = denialIn(result.message);
    const about = { type: name, resolved, repository };
    const message = native ??
      (denial === undefined
        ? withoutOwnPaths(result.message, repository)
        : `it requested ${shownDenial(denial, about)}; a report may only read data`);
    throw new Error(place === undefined ? message : `${message} (${place})`);
  }
  throw new SvcError(
    "run_failed",
    "The report's process sent an unknown message",
  );
}

/** Answers what the report asks for from data that its extension may read. */
function reads(
  resolved: ResolvedReport,
  subject: ReportSubject,
): (call: Call, signal: AbortSignal) => Promise<unknown> {
  const { repository, found, log } = subject;
  const owner = { type: found.type, id: found.definition.id };
  const about = { type: resolved.report.name, resolved, repository };
  const access = dataAccess(owner, resolved.permissions, about);
  return createReads({ repository, owner, definition: found.definition, access, log });
}

function helloOf(
  subject: ReportSubject,
  { report }: ResolvedReport,
  folders: Pick<Hello, "filesRoot" | "scratch">,
): Omit<Hello, "token"> {
  const { definition } = subject.found;
  return {
    ...folders,
    method: subject.methodName,
    arguments: subject.methodArguments,
    globalArguments: subject.globalArguments,
    repoDir: subject.repository.root,
    modelType: subject.type,
    definition: {
      id: definition.id,
      name: definition.name,
      version: definition.version,
      tags: definition.tags,
    },
    tags: {},
    secrets: [],
    report: {
      scope: report.scope,
      status: subject.status,
      ...(subject.errorMessage === undefined ? {} : { errorMessage: subject.errorMessage }),
      handles: [...subject.handles],
      outputSpecs: [...subject.outputSpecs],
      sensitive: subject.sensitive,
    },
  };
}

function assertShort(...texts: string[]): void {
  if (texts.every((text) => text.length <= LONGEST)) return;
  throw new Error(`A report may have at most ${LONGEST} characters`);
}

/** A repository may bring links with the files of its own extensions; they lead to nothing. */
function closedLinks(filesRoot: string | undefined): string[] {
  const links = filesRoot === undefined ? [] : linksOutOf(filesRoot, []);
  return links.length === 0 ? [] : [`--deny-read=${commaEscaped(links)}`];
}
