import { PlatformFailure } from "../../platform/failure.ts";
import { terminalLine } from "../../platform/terminal.ts";
import { sourceArguments } from "../reading/arguments.ts";
import type { SourceMethod } from "../outputs/raw_github_api_response.ts";

/**
 * Arguments of a sync method, checked and with defaults as when it is run by itself.
 *
 * @throws PlatformFailure `refused` that names the first one that is wrong; unknown ones are, too.
 */
export function checkedArguments(
  method: SourceMethod,
  given: Record<string, unknown>,
): Record<string, unknown> {
  const { data, error } = sourceArguments[method].strict().safeParse(given);
  if (error === undefined) return data;
  const [issue] = error.issues;
  const place = ["methodArgs", ...issue?.path.map(String) ?? []].join(".");
  throw new PlatformFailure("refused", {
    what: `the arguments of ${method}`,
    reason: `${terminalLine(place)}: ${terminalLine(issue?.message ?? "wrong").slice(0, 200)}`,
  });
}
