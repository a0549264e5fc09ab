import { datastoreStatus } from "@svc/runtime/datastores";
import { useOptions } from "../../datastore/use.ts";
import { placeText } from "../../datastore/result.ts";
import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";

export default defineCommand({
  description:
    "Checks the datastore and its response time. Exit code 1 when it is not healthy, or\n" +
    "when you have not approved it.",
  examples: {
    "svc datastore status": "where data is shared, and its state",
    "svc datastore status --json": "as data",
  },
  options: { "repo-dir": REPO_DIR },
  async run(context) {
    const repository = await repositoryOf(context);
    const options = await useOptions(context);
    return await context.progress.phase(
      "Asking the datastore",
      () => datastoreStatus(repository, options),
    );
  },
  text(status, { paint }) {
    const { source, reads, agreed, healthy, message, hint, latencyMs, directories } = status;
    if (source === undefined) {
      return [
        "No datastore is set up: data stays in .svc on this machine.",
        "Share it: svc datastore setup filesystem --path <folder>",
        "      or: svc datastore setup extension <type>",
      ].join("\n");
    }
    const state = healthy === null
      ? paint.yellow("not asked")
      : healthy
      ? paint.green("healthy")
      : paint.red("not healthy");
    return [
      `${paint.bold(placeText(status))} (named by ${source})`,
      `${state}: ${message}${latencyMs === null ? "" : ` (${latencyMs} ms)`}`,
      ...(hint === undefined ? [] : [hint]),
      ...(reads === undefined ? [] : [`reads: ${reads.join(", ")}`]),
      `shared: ${directories.join(", ")}`,
      ...(agreed ? [] : ["Agree to it: svc datastore sync"]),
    ].join("\n");
  },
  exit: ({ healthy }) => healthy === true ? 0 : 1,
});
