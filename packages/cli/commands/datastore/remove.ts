import { removeDatastore, requiredDatastore } from "@svc/runtime/datastores";
import { interruption } from "../../behavior/interruption.ts";
import { placeOf, placeText, syncLines } from "../../datastore/result.ts";
import { SETUP_OPTIONS } from "../../datastore/setup.ts";
import { useOptions } from "../../datastore/use.ts";
import { confirm } from "../../frame/ask.ts";
import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR, YES } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";

export default defineCommand({
  description: [
    "Fetches all data of the datastore, then removes it from .svc.yaml: data stays in .svc on",
    "this machine. Nothing is deleted in the store.",
  ].join("\n"),
  examples: {
    "svc datastore remove": "fetch all data and leave the datastore",
    "svc datastore remove --yes --force": "even if it cannot be reached",
  },
  options: { yes: YES, ...SETUP_OPTIONS, "repo-dir": REPO_DIR },
  async run(context) {
    const { yes, force, timeout } = context.options;
    const repository = await repositoryOf(context);
    // There is no prompt about what is not there.
    await requiredDatastore(repository, context.host.env);
    if (!yes) await confirm(context, "Stop sharing data and keep it on this machine only?");
    using interrupted = interruption(context.note, "the removal");
    const use = await useOptions(context, { signal: interrupted.signal, timeout });
    const { before, sync } = await removeDatastore(repository, { ...use, force });
    return { before: placeOf(before), ...(sync === undefined ? {} : { sync }) };
  },
  text: ({ before, sync }) =>
    [
      `Data is no longer shared through ${placeText(before)}; it stays in .svc on this machine.`,
      ...(sync === undefined ? [] : syncLines(sync)),
      "Nothing was deleted there.",
    ].join("\n"),
});
