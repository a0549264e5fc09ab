import { parseExtensionName } from "@svc/core/name";
import type { StagedDetails } from "@svc/core/wire";
import { connectWithKey } from "../../client/connect.ts";
import {
  checkDecisions,
  type CheckedDecision,
  listStaged,
  readStaged,
  stateText,
} from "../../extension/stage.ts";
import { arg, defineCommand, flag, text } from "../../frame/command.ts";
import { usage } from "../../frame/parse.ts";
import { listing } from "../../frame/table.ts";
import { lineText } from "../../frame/terminal_text.ts";

/** One that was asked for by its id, with who decided about it. */
type One = Omit<StagedDetails, "decisions"> & { decisions: CheckedDecision[] };

export default defineCommand({
  description: [
    "Without an id, lists the versions that wait in your collectives. With one, shows who decided about",
    "it: what each passkey signed is checked here, against the bytes that it names.",
  ].join("\n"),
  examples: {
    "svc extension staged": "what waits for approval",
    "svc extension staged 5f0c8a7e-0f55-4d0e-9a55-2f3f0d5b9a11 --json":
      "one, with the evidence of its approvals",
  },
  arguments: [arg("id", "the id of a staged version", { optional: true })],
  options: {
    collective: text("<slug>", "Only those of one collective"),
    extension: text("<name>", "Only those of one extension"),
    all: flag("Also those that were decided or have expired"),
  },
  lists: ".staged[]",
  credential: "personal key or token",
  async run(context) {
    const { arguments: { id }, options: { collective, extension, all }, progress } = context;
    if (id !== undefined && (collective ?? extension ?? (all || undefined)) !== undefined) {
      throw usage("An id names one version: leave the other options out");
    }
    const { caller } = await connectWithKey(context);
    if (id === undefined) {
      const query = {
        ...(collective === undefined ? {} : { collective: collective.replace(/^@/, "") }),
        ...(extension === undefined ? {} : { extension: parseExtensionName(extension).full }),
        ...(all ? { state: "all" } : {}),
      };
      return { staged: await progress.phase("Reading", () => listStaged(caller, query)) };
    }
    const found = await progress.phase("Reading", () => readStaged(caller, id));
    return { staged: [{ ...found, decisions: await checkDecisions(caller, found) }] };
  },
  text({ staged }, view) {
    const [first] = staged;
    if (first === undefined) return "No version waits for approval.";
    if ("decisions" in first) return detailsText(first);
    return listing(view, staged, {
      ID: (one) => one.id,
      EXTENSION: (one) => one.name,
      VERSION: (one) => one.version,
      STATE: (one) => stateText(one),
    });
  },
});

function detailsText(one: One): string {
  const { name, version, channel, checksum, stagedBy, url, decisions } = one;
  return [
    `${name} ${version} in ${channel}: ${stateText(one)}`,
    `SHA-256 ${checksum}`,
    `Staged by ${lineText(stagedBy ?? "an account or token that is gone")}`,
    ...decisions.map(decisionText),
    `Page: ${url}`,
  ].join("\n");
}

const VERBS = {
  approve: "approved it",
  reject: "rejected it",
  override: "published it without the approvals",
} as const;

function decisionText({ by, decision, at, verified }: CheckedDecision): string {
  const how = verified === null
    ? "with a code"
    : verified
    ? "with a passkey, whose signature is right"
    : "with a passkey, BUT THE SIGNATURE IS NOT OF THIS DECISION";
  return `${by ?? "An account that is gone"} ${VERBS[decision]} on ${at.slice(0, 10)}, ${how}`;
}
