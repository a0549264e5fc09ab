import { connect } from "../../platform/client.ts";
import type { MethodResult } from "../../platform/context.ts";
import { fullName } from "../../platform/repository_name.ts";
import type { LedgerContext } from "../context/context.ts";
import type { SourceMethod } from "../outputs/raw_github_api_response.ts";
import { type SourceArguments, sourceArguments } from "../reading/arguments.ts";
import { readingOf } from "../reading/sources.ts";
import { repositoryAndToken, runInput } from "./input.ts";
import { ledgerWriter, writeReading } from "./writing.ts";

/** What GitHub's logs call the ledger. */
export const EXTENSION = "github-project-activity";

/**
 * A sync method: asks GitHub and writes what it says.
 *
 * @throws PlatformFailure when something could not be read, after everything else was written.
 */
export function syncMethod<Method extends SourceMethod>(
  method: Method,
  kind: "read" | "list",
  description: string,
) {
  return {
    description,
    kind,
    arguments: sourceArguments[method],
    execute: (args: SourceArguments[Method], context: LedgerContext) => sync(method, args, context),
  };
}

async function sync(
  method: SourceMethod,
  args: object,
  context: LedgerContext,
): Promise<MethodResult> {
  const { name, token } = repositoryAndToken(context.globalArgs);
  const { signal, logger } = context;
  const client = connect({ extension: EXTENSION, context, token });
  const input = await runInput(context, name, method);
  const run = { client, name, repo: fullName(name), input, signal, logger };
  const writer = ledgerWriter(context, name);
  await writeReading(context, readingOf(method, run, args), writer);
  return { dataHandles: writer.handles() };
}
