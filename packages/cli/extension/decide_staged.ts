import type { StagedDetails, StagedVersion } from "@svc/core/wire";
import { unknownAnswer } from "../client/answer.ts";
import { connectWithKey } from "../client/connect.ts";
import { webAddress } from "../client/web_address.ts";
import { arg, defineCommand, flag } from "../frame/command.ts";
import { awaitDecision, readStaged, stateText } from "./stage.ts";

/** A command that leads to the page of a staged version, and waits for what is decided there. */
export function decideCommand(decision: "approve" | "reject") {
  const title = decision === "approve" ? "Approve" : "Reject";
  return defineCommand({
    description: [
      `Opens the page of the staged version, which shows what is in it, and waits up to 15 minutes for`,
      `the decision. ${title} it there with a passkey or the code of an authenticator app: no key does.`,
    ].join("\n"),
    examples: {
      [`svc extension ${decision} 5f0c8a7e-0f55-4d0e-9a55-2f3f0d5b9a11`]: "on its page, and wait",
    },
    arguments: [arg("id", "the id of a staged version, as 'svc extension staged' lists")],
    options: {
      "no-browser": flag("Print the URL instead of opening it"),
    },
    credential: "personal key or token",
    async run(context): Promise<StagedVersion> {
      const { host, json, options } = context;
      const { caller } = await connectWithKey(context);
      const before = await context.progress.phase(
        "Reading",
        () => readStaged(caller, context.arguments.id),
      );
      if (before.state !== "staged") return shown(before);
      const page = webAddress(before.url, `${caller.serverUrl}/`);
      if (page === undefined) throw unknownAnswer(caller.serverUrl, "'url' is wrong");
      const url = `${page}#decide`;
      context.note(`${title} ${before.name} ${before.version} on its page:\n${url}`);
      if (!options["no-browser"] && !json && host.stderrIsTerminal && host.stdoutIsTerminal) {
        const { openBrowser } = await import("../auth/browser.ts");
        // Not awaited: some openers live as long as the browser they start.
        openBrowser(url).then((opened) => opened || context.note("Could not open a browser."));
      }
      return shown(
        await context.progress.phase(
          "Waiting for the decision",
          () => awaitDecision(caller, before),
        ),
      );
    },
    text: (staged) => `${staged.name} ${staged.version}: ${stateText(staged)}`,
    // What was asked for is not what came of it.
    exit: ({ state }) => state === (decision === "approve" ? "rejected" : "published") ? 1 : 0,
  });
}

function shown({ decisions: _, scorecard: __, ...staged }: StagedDetails): StagedVersion {
  return staged;
}
