import { type ConfiguredDatastore, isFilesystem, notAgreed } from "@svc/runtime/datastores";
import { canAsk, confirm } from "../frame/ask.ts";
import type { Context } from "../frame/command.ts";
import { lineText } from "../frame/terminal_text.ts";

/**
 * Asks whether data may be shared through a datastore that the repository names.
 *
 * @throws SvcError `consent_required` when this is not a terminal to ask at; `cancelled` on a no
 */
export async function agree(
  context: Pick<Context, "host" | "json" | "note">,
  datastore: ConfiguredDatastore,
): Promise<void> {
  if (!canAsk(context)) throw notAgreed(datastore);
  for (const line of agreementLines(datastore)) context.note(line);
  await confirm(context, "Share the data of this repository there from now on?");
}

/** What a person is to know before they agree. */
export function agreementLines({ configuration, source }: ConfiguredDatastore): string[] {
  const place = isFilesystem(configuration) ? [`  folder: ${lineText(configuration.path)}`] : [
    `  type: ${configuration.type}`,
    ...Object.entries(configuration.config).map(([name, value]) =>
      `  ${lineText(name)}: ${lineText(typeof value === "string" ? value : JSON.stringify(value))}`
    ),
  ];
  return [
    `${source} names a datastore, and you have not agreed to it in this copy of the repository:`,
    ...place,
    "All data that behaviors here write, and the logs of their runs, would go there. Anyone who can " +
    "write there can add data here. Secrets of vaults stay on this machine.",
  ];
}
