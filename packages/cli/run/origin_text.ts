import type { RunOrigin, RunTrigger } from "@svc/core/answer";
import { written } from "../frame/written.ts";

const TRIGGERS: Record<RunTrigger, string> = {
  command: "by a command",
  api: "over the interface",
  page: "on a page",
  mcp: "as an agent (MCP)",
  schedule: "by a schedule",
  webhook: "by a webhook",
};

/** Where a run comes from, for people: the chain from a commit to what it wrote. */
export function originText(origin: RunOrigin = {}): string[] {
  const { extension, commit, caller } = origin;
  const { trigger } = caller ?? {};
  return [
    line("Caller", caller && `${caller.by}${trigger === undefined ? "" : ` ${TRIGGERS[trigger]}`}`),
    line("Extension", extension && extensionText(extension)),
    line("Consent", consentText(origin)),
    ...(origin.others ?? []).map((other) =>
      line(OTHERS[other.does], `${extensionText(other.extension)}; consent: ${consentText(other)}`)
    ),
    line("Commit", commit && `${commit.id}${changesText(commit)}`),
  ];
}

const OTHERS = { checks: "Checks by", report: "Report by" } as const;

function consentText({ extension, consent }: RunOrigin): string | undefined {
  if (consent !== undefined) return `${consent.by ?? "not known whose"}, ${written(consent.at)}`;
  return extension === undefined || extension.from === "pulled" ? undefined : "none was needed";
}

function line(what: string, text = "not known"): string {
  return `${what}: ${text}`;
}

function extensionText(
  { name, version, from, checksum, serverUrl, logIndex }: NonNullable<RunOrigin["extension"]>,
): string {
  const place = {
    builtin: "comes with svc",
    local: "sources of the repository",
    pulled: serverUrl === undefined ? "pulled" : `pulled from ${serverUrl}`,
  }[from];
  return [
    [name, version].filter(Boolean).join(" "),
    place,
    ...(checksum === undefined ? [] : [`SHA-256 ${checksum}`]),
    ...(logIndex === undefined ? [] : [`log entry ${logIndex}`]),
  ].join(", ");
}

function changesText({ dirty }: NonNullable<RunOrigin["commit"]>): string {
  if (dirty === undefined) return ", changes not known";
  return dirty ? ", with changes that are not in it" : "";
}
