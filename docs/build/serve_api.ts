import { type OperationKey, type OperationRow, OPERATIONS } from "@svc/serve/api";
import { TAGS } from "@svc/serve/openapi";
import { code, GENERATED, table } from "./text.ts";

const NEEDS: Readonly<Record<OperationRow["needs"], string>> = {
  open: "nothing",
  caller: "a credential",
  read: "seeing the behavior",
  run: "running the method",
  readRun: "seeing the behavior",
  cancelRun: "running the method",
  runSchedule: "running the method",
  readWebhook: "seeing the behavior",
};

/** The page of every operation of `svc serve`, from the table that its server enforces. */
export function serveApiPage(): string {
  const tags = Object.keys(TAGS) as OperationRow["tag"][];
  return `${GENERATED}
# HTTP interface of svc serve

Every operation of \`svc serve\`, from the table that the server enforces. The machine-readable
description with the shapes of requests and answers is at \`/api/v1/openapi.json\` of each server. See
[Serving a repository](../serve.md) for how to set one up.

A credential is sent as \`Authorization: Bearer <name>.<secret>\`. A part of a path, such as the name of
a behavior, is encoded whole: \`@acme/site\` is \`%40acme%2Fsite\`.

What a credential may not see is answered 404, exactly as what is not there. A method that it may see
but not run is answered 403. Answers are what the same command prints with \`--json\`; a refusal is
\`{error, code, hint?, details?}\`, with the codes of [errors](errors.md).

${tags.map(chapter).join("\n")}`;
}

function chapter(tag: OperationRow["tag"]): string {
  const rows = (Object.entries(OPERATIONS) as [OperationKey, OperationRow][])
    .filter(([, row]) => row.tag === tag)
    .map(([, row]) => [row.method, code(row.path), row.summary, NEEDS[row.needs]]);
  return `## ${TAGS[tag]}\n\n${table(["Method", "Path", "What it does", "Needs"], rows)}`;
}
