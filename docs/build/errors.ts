import { ERROR_CODES, type ErrorCode } from "@svc/core/error";
import { EXIT_CODES, exitCodeOf } from "../../packages/cli/frame/exit_code.ts";
import { code, GENERATED, table } from "./text.ts";

/** The page of stable error codes and of the client's exit codes. */
export function errorsPage(): string {
  const rows = (Object.entries(ERROR_CODES) as [ErrorCode, number][])
    .map(([name, status]) => [code(name), String(status), String(exitCodeOf(name))]);
  return `${GENERATED}
# Errors

Over HTTP an error is a JSON object, and so it is on the client's stderr under \`--json\`:

\`\`\`json
{ "error": "what went wrong", "code": "stable_code", "hint": "the shortest way to fix it" }
\`\`\`

\`hint\` may be missing; \`details\` lists several problems, each with its \`path\` and \`message\`.
Branch on \`code\`: it never changes its meaning. One refusal has the single field \`error\`: a
collective token that lacks a scope gets 403 with a text that names it.

## Codes

The status is what the server answers with. A code the client alone uses has a nominal one. The
exit code is what \`svc\` ends with.

${table(["Code", "Status", "Exit"], rows)}
## Exit codes of svc

${table(["Exit", "Meaning"], Object.entries(EXIT_CODES))}`;
}
