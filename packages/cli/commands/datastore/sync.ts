import { syncDatastore } from "@svc/runtime/datastores";
import { interruption } from "../../behavior/interruption.ts";
import { placeOf, placeText, syncLines } from "../../datastore/result.ts";
import { TIMEOUT, useOptions } from "../../datastore/use.ts";
import { defineCommand, flag } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { usage } from "../../frame/parse.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { ALLOW_ALL_REQUESTED, answersOf, GRANT_OPTIONS } from "../../permission/allow.ts";

export default defineCommand({
  description: [
    "Fetches what other machines wrote and sends what this one wrote. Runs and the data commands do the",
    "same automatically; this sends what was written with --offline or while the datastore was unreachable.",
    "Nothing is lost when two machines wrote the same version: the one in the datastore keeps its number,",
    "the other gets the next one. Exit code 1 when a file of the datastore was refused.",
  ].join("\n"),
  examples: {
    "svc datastore sync": "both ways",
    "svc datastore sync --pull": "only fetch",
    "svc datastore sync --allow-all-requested": "approve the datastore that .svc.yaml names",
  },
  options: {
    pull: flag("Only fetch"),
    push: flag("Only send"),
    timeout: TIMEOUT,
    ...GRANT_OPTIONS,
    "allow-all-requested": {
      ...ALLOW_ALL_REQUESTED,
      summary: "Approve the datastore that .svc.yaml names and all permissions it requests",
    },
    "repo-dir": REPO_DIR,
  },
  async run(context) {
    const { pull, push, timeout } = context.options;
    if (pull && push) throw usage("--pull and --push cannot be used together; both is the default");
    const direction = pull ? "pull" : push ? "push" : "both";
    const repository = await repositoryOf(context);
    using interrupted = interruption(context.note, "the sync");
    const options = await useOptions(context, {
      signal: interrupted.signal,
      timeout,
      answers: await answersOf(context.options),
    });
    const { datastore, sync } = await syncDatastore(repository, direction, options);
    return { ...placeOf(datastore.configuration), direction, ...sync };
  },
  text: (result) => [placeText(result), ...syncLines(result)].join("\n"),
  exit: ({ refused }) => refused.length > 0 ? 1 : 0,
});
