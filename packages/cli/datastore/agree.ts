import {
  type ConfiguredDatastore,
  isFilesystem,
  notAgreed,
  readingsIn,
} from "@svc/runtime/datastores";
import { canAsk, confirm } from "../frame/ask.ts";
import type { Context } from "../frame/command.ts";
import { lineText } from "../frame/terminal_text.ts";
import type { Answers } from "../permission/allow.ts";

/**
 * Asks whether data may be shared through a datastore that the repository names.
 *
 * @throws SvcError `consent_required` with `--yes`, and when this is not a terminal to ask at;
 *   `cancelled` on a no
 */
export async function agree(
  context: Pick<Context, "host" | "json" | "note">,
  datastore: ConfiguredDatastore,
  answers: Answers | undefined,
): Promise<void> {
  const said = answers?.allowRequested ?? false;
  if (!said && (answers?.yes || !canAsk(context))) throw notAgreed(datastore);
  for (const line of agreementLines(datastore)) context.note(line);
  if (said) return;
  await confirm(context, "Share the data of this repository there?");
}

/** What a person is to know before they agree. */
function agreementLines({ configuration, source }: ConfiguredDatastore): string[] {
  const place = isFilesystem(configuration) ? [`  folder: ${lineText(configuration.path)}`] : [
    `  type: ${configuration.type}`,
    ...Object.entries(configuration.config).map(([name, value]) =>
      `  ${lineText(name)}: ${lineText(typeof value === "string" ? value : JSON.stringify(value))}`
    ),
  ];
  const reads = isFilesystem(configuration) ? [] : readingsIn(configuration.config);
  return [
    `${source} names a datastore that you have not approved in this copy of the repository:`,
    ...place,
    ...(reads.length === 0 ? [] : [
      `Each time it is used, its code would be given what is in ${
        reads.map(lineText).join(" and ")
      } here.`,
    ]),
    "All data that behaviors here write, and the logs of their runs, would go there. Anyone who can " +
    `write there can add data here. ${
      reads.length === 0 ? "Secrets" : "All other secrets"
    } of vaults ` +
    "stay on this machine.",
  ];
}
