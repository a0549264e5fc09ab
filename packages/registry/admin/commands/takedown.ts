import { SvcError } from "@svc/core/error";
import { RESTRICTION_CATEGORIES, RESTRICTION_CATEGORY_NAMES } from "@svc/core/report";
import * as acts from "../../features/operating/takedown.ts";
import type { AdminCall, AdminCommand } from "../command/command.ts";
import { requiredNote } from "../command/required_note.ts";
import { openBeside } from "../beside/open.ts";

const OPTIONS = {
  reason: { value: "<text>", help: "Reason, shown to its owners and to people who request it" },
  category: {
    value: "<category>",
    help: `What it is about: ${RESTRICTION_CATEGORY_NAMES.join(", ")}`,
  },
};

/** `takedown <extension>[@version] --reason <text> [--category <category>]` */
export const takedown: AdminCommand = {
  usage: "<extension>[@<version>] --reason <text> [--category <category>]",
  operands: { least: 1, most: 1 },
  options: OPTIONS,
  summary: "Hide an extension or a version and refuse its downloads",
  details:
    "Nobody can find, read or pull it any more, not even its owners; the reason is shown to who\n" +
    "requests it by name, with the category and the day. With the category law that answer is 451.\n" +
    "Nothing is deleted: 'reinstate' restores it. Both are in the audit trail. Copies that people\n" +
    "pulled before stay with them; 'svc doctor' tells them.",
  run: (call) => restrict(call, "takedown"),
};

/** `quarantine <extension>[@version] --reason <text> [--category <category>]` */
export const quarantine: AdminCommand = {
  usage: "<extension>[@<version>] --reason <text> [--category <category>]",
  operands: { least: 1, most: 1 },
  options: OPTIONS,
  summary: "Keep people from an extension or a version while you look into it",
  details:
    "Its owners see it with the reason and cannot change it; nobody finds or pulls it, by a lockfile\n" +
    "either. 'release' ends it without loss. What two reports of malware put in quarantine ends by\n" +
    "itself after 72 hours, unless this command makes it yours.",
  run: (call) => restrict(call, "quarantine"),
};

/** `reinstate <extension>[@version]` */
export const reinstate: AdminCommand = {
  usage: "<extension>[@<version>]",
  operands: { least: 1, most: 1 },
  summary: "Restore an extension or version that was taken down",
  details: "What its owners had yanked before stays yanked.",
  run: (call) => restore(call, "reinstate"),
};

/** `release <extension>[@version]` */
export const release: AdminCommand = {
  usage: "<extension>[@<version>]",
  operands: { least: 1, most: 1 },
  summary: "Release an extension or a version from quarantine",
  details: "What its owners had yanked before stays yanked.",
  run: (call) => restore(call, "release"),
};

const RESTRICTIONS = {
  takedown: { act: acts.takeDown, what: "A takedown", is: "taken down", undo: "reinstate" },
  quarantine: {
    act: acts.quarantine,
    what: "A quarantine",
    is: "in quarantine",
    undo: "release",
  },
} as const;

async function restrict(
  { config, operands, options, now }: AdminCall,
  name: keyof typeof RESTRICTIONS,
) {
  const { act, what, is, undo } = RESTRICTIONS[name];
  const subject = acts.readSubject(operands[0]!);
  const after = "; people are shown it";
  const note = requiredNote({ options }, "reason", `${what} needs a reason`, after);
  const category = RESTRICTION_CATEGORY_NAMES.find((one) => one === options.category);
  if (category === undefined && options.category !== undefined) {
    throw new SvcError("usage", `'${options.category}' is not a category`, {
      hint: Object.entries(RESTRICTION_CATEGORIES)
        .map(([name, { label }]) => `${name}: ${label}`).join("; "),
    });
  }
  await using store = await openBeside(config);
  await act(store, subject, { category, note }, now());
  return {
    text: `${operands[0]} is ${is}. To restore it: npm run admin -- ${undo} ${operands[0]}`,
    json: { ...subject, [name === "takedown" ? "takenDown" : "quarantined"]: true, reason: note },
  };
}

async function restore({ config, operands, now }: AdminCall, name: "reinstate" | "release") {
  const subject = acts.readSubject(operands[0]!);
  await using store = await openBeside(config);
  await acts[name](store, subject, now());
  const state = name === "reinstate" ? { takenDown: false } : { quarantined: false };
  return { text: `${operands[0]} is restored.`, json: { ...subject, ...state } };
}
