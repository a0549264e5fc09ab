import { PlatformFailure } from "./failure.ts";

/** Headers that describe the transfer between `gh` and the platform, which has ended. */
const OF_THE_TRANSFER: ReadonlySet<string> = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "transfer-encoding",
]);

/** Answers that have no body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * What `gh api --include` printed, as an answer: a status line, headers, an empty line, the body.
 *
 * @throws PlatformFailure `unavailable` when it is not of that form.
 */
export function readIncluded(output: Uint8Array): Response {
  const head = endOfHead(output);
  const lines = new TextDecoder().decode(output.subarray(0, head.start)).split(/\r?\n/);
  const status = Number(/^HTTP\/\d(?:\.\d)? (\d{3})\b/.exec(lines[0] ?? "")?.[1]);
  if (!(status >= 200 && status <= 599)) {
    throw new PlatformFailure("unavailable", { reason: "gh printed no answer" });
  }
  const headers = new Headers();
  for (const line of lines.slice(1)) {
    const [, name, value] = /^([A-Za-z0-9-]+): ?(.*)$/.exec(line) ?? [];
    if (name === undefined || OF_THE_TRANSFER.has(name.toLowerCase())) continue;
    headers.append(name, value ?? "");
  }
  const body = WITHOUT_BODY.has(status) ? null : output.slice(head.end);
  return new Response(body, { status, headers });
}

const LF = 10;
const CR = 13;

/** Where the head ends and the body starts: at the first empty line, ended by LF or CRLF. */
function endOfHead(output: Uint8Array): { start: number; end: number } {
  for (let at = output.indexOf(LF); at >= 0; at = output.indexOf(LF, at + 1)) {
    const next = output[at + 1] === CR ? at + 2 : at + 1;
    if (output[next] === LF) return { start: at + 1, end: next + 1 };
  }
  return { start: output.length, end: output.length };
}
