import { suspendCollective, unsuspendCollective } from "../../features/operating/suspension.ts";
import type { AdminCommand } from "../command/command.ts";
import { requiredNote } from "../command/required_note.ts";
import { openBeside } from "../beside/open.ts";

/** `suspend <collective> --reason <text>` */
export const suspend: AdminCommand = {
  usage: "<collective> --reason <text>",
  operands: { least: 1, most: 1 },
  options: { reason: { value: "<text>", help: "Reason, shown to its people" } },
  summary: "Suspend a collective: nobody changes it, and its extensions are in quarantine",
  details:
    "Its people still read all of it. 'unsuspend' lifts it and releases what it put in quarantine.\n" +
    "An account is locked by 'disable', which leaves what it published as it is.",
  async run({ config, operands: [slug], options, now }) {
    const after = "; its people are shown it";
    const note = requiredNote({ options }, "reason", "A suspension needs a reason", after);
    await using store = await openBeside(config);
    const extensions = await suspendCollective(store, slug!, note, now());
    return {
      text: `${slug} is suspended, with ${extensions} extensions in quarantine. ` +
        `To lift it: npm run admin -- unsuspend ${slug}`,
      json: { collective: slug, suspended: true, extensions, reason: note },
    };
  },
};

/** `unsuspend <collective>` */
export const unsuspend: AdminCommand = {
  usage: "<collective>",
  operands: { least: 1, most: 1 },
  summary: "Lift the suspension of a collective",
  details: "What the suspension put in quarantine is released; what you took down stays so.",
  async run({ config, operands: [slug], now }) {
    await using store = await openBeside(config);
    const extensions = await unsuspendCollective(store, slug!, now());
    return {
      text: `${slug} is not suspended any more; ${extensions} extensions were released.`,
      json: { collective: slug, suspended: false, extensions },
    };
  },
};
