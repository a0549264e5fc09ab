import { SvcError } from "@svc/core/error";
import {
  readSubject,
  reinstate as bringBack,
  takeDown,
} from "../../features/operating/takedown.ts";
import type { AdminCommand } from "../command/command.ts";
import { openBeside } from "../beside/open.ts";

/** Characters that a reason may have. */
const LONGEST_REASON = 1000;

/** `takedown <extension>[@version] --reason <text>` */
export const takedown: AdminCommand = {
  usage: "<extension>[@<version>] --reason <text>",
  operands: { least: 1, most: 1 },
  options: { reason: { value: "<text>", help: "Reason, shown to people who request it" } },
  summary: "Hide an extension or a version and refuse its downloads",
  details:
    "Nobody can find, read or pull it any more, not even its owners; the reason is shown to who\n" +
    "requests it by name. Nothing is deleted: 'reinstate' restores it. Both are in the audit\n" +
    "trail. Copies that people pulled before stay with them.",
  async run({ config, operands, options, now }) {
    const subject = readSubject(operands[0]!);
    const reason = typeof options.reason === "string" ? options.reason.trim() : "";
    if (reason === "" || reason.length > LONGEST_REASON) {
      throw new SvcError("usage", "A takedown needs a reason", {
        hint: `Add --reason "<text>", at most ${LONGEST_REASON} characters; people are shown it.`,
      });
    }
    await using store = await openBeside(config);
    await takeDown(store, subject, reason, now());
    return {
      text: `${operands[0]} is taken down. To restore it: ` +
        `npm run admin -- reinstate ${operands[0]}`,
      json: { ...subject, takenDown: true, reason },
    };
  },
};

/** `reinstate <extension>[@version]` */
export const reinstate: AdminCommand = {
  usage: "<extension>[@<version>]",
  operands: { least: 1, most: 1 },
  summary: "Restore an extension or version that was taken down",
  details: "What its owners had yanked before stays yanked.",
  async run({ config, operands, now }) {
    const subject = readSubject(operands[0]!);
    await using store = await openBeside(config);
    await bringBack(store, subject, now());
    return { text: `${operands[0]} is restored.`, json: { ...subject, takenDown: false } };
  },
};
