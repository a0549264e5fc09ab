import { SvcError } from "@svc/core/error";
import { isRecord, parsedJson } from "@svc/core/json";

/** How an agent starts the server of its tools. */
const SERVER = { command: "svc", args: ["mcp"] } as const;

/** Under which key of a settings file servers are, and what one looks like there. */
export interface SettingsShape {
  key: "mcpServers" | "servers";
  /** True where each server says how it is reached. */
  typed?: true;
}

/**
 * A settings file with the server `svc` in it; one that is there is kept as far as it differs only by
 * settings of its own. Everything else stays, in its order and indentation.
 *
 * @throws SvcError `conflict` for a file that is not a JSON object, or has something else in the place
 */
export function withServer(before: string | undefined, shape: SettingsShape, path: string): string {
  const all = before === undefined || before.trim() === "" ? {} : parsed(before, path);
  const servers = Object.hasOwn(all, shape.key) ? all[shape.key] : {};
  if (!isRecord(servers)) throw unfit(path, `'${shape.key}' is not an object`);
  const own = Object.hasOwn(servers, "svc") ? servers["svc"] : {};
  if (!isRecord(own)) throw unfit(path, `'${shape.key}.svc' is not an object`);
  const server = { ...(shape.typed ? { type: "stdio" } : {}), ...SERVER };
  // What a person set there, such as options of 'svc mcp' or a server elsewhere, is theirs.
  const svc = Object.keys(own).length === 0 ? server : own;
  if (svc === own) return before!;
  const text = JSON.stringify(
    { ...all, [shape.key]: { ...servers, svc } },
    null,
    indentationOf(before),
  );
  const eol = before?.includes("\r\n") ? "\r\n" : "\n";
  return `${text}\n`.replaceAll("\n", eol);
}

function parsed(text: string, path: string): Record<string, unknown> {
  const value = parsedJson(text.replace(/^\ufeff/, ""));
  if (value === undefined) throw unfit(path, "it is not JSON; svc cannot keep comments");
  if (!isRecord(value)) throw unfit(path, "it is not a JSON object");
  return value;
}

function indentationOf(text: string | undefined): string {
  return /^\s*\{\r?\n([ \t]+)"/.exec(text ?? "")?.[1] ?? "  ";
}

function unfit(path: string, why: string): SvcError {
  return new SvcError("conflict", `${path} was left as it is: ${why}. Nothing was written.`, {
    hint: `Add the server by hand: ${JSON.stringify({ svc: SERVER })}, or move the file away.`,
  });
}
