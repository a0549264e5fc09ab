import { SvcError } from "@svc/core/error";
import { decideClaim } from "../../features/claims/decide.ts";
import { listClaims } from "../../features/claims/list.ts";
import type { ClaimLine } from "../../features/claims/schema.ts";
import { openBeside } from "../beside/open.ts";
import { type AdminCommand, quoted } from "../command/command.ts";
import { requiredNote } from "../command/required_note.ts";

const STATE: Readonly<Record<string, "granted" | "refused">> = {
  grant: "granted",
  refuse: "refused",
};

/** `claims [grant|refuse <number>]` */
export const claims: AdminCommand = {
  usage: "[grant|refuse <number>]",
  operands: { least: 0, most: 2 },
  options: {
    all: { help: "Also list the claims that are decided" },
    note: { value: "<text>", help: "Answer, shown to the person who claims the name" },
  },
  summary: "List, grant or refuse claims to names",
  details:
    "'grant' keeps the name for the person who claimed it: nobody else can take it, or one like it.\n" +
    "Of an extension it is free in its collective. Whoever has a name keeps it. The person is told\n" +
    "the note. 'names' changes afterwards what was decided.",
  async run({ config, operands: [verb, text = ""], options, now }) {
    await using store = await openBeside(config);
    if (verb === undefined) {
      const lines = await listClaims(store.db, { decidedToo: options.all === true });
      const none = options.all === true ? "There are no claims." : "There are no open claims.";
      return {
        text: lines.length === 0 ? none : lines.map(textOf).join("\n\n"),
        json: { claims: lines },
      };
    }
    const state = Object.hasOwn(STATE, verb) ? STATE[verb] : undefined;
    if (state === undefined || !/^[1-9][0-9]{0,8}$/.test(text)) {
      throw new SvcError("usage", "'claims' takes nothing, 'grant <number>' or 'refuse <number>'", {
        hint: 'For example: npm run admin -- claims grant 3 --note "Your domain was checked."',
      });
    }
    const note = requiredNote({ options }, "note", "A claim is decided with a note");
    const number = Number(text);
    const name = await decideClaim(store, number, { state, note, by: null }, now());
    return {
      text: `Claim ${number} to ${name} is ${state}.`,
      json: { number, name, state, note },
    };
  },
};

function textOf({ number, name, claimant, grounds, createdAt, taken, state, note }: ClaimLine) {
  return [
    `${number}  ${name}${taken ? "  (taken)" : ""}`,
    `    ${createdAt.slice(0, 10)}, ${claimant}`,
    quoted(grounds),
    ...(state === "open" ? [] : [`    ${state}:`, quoted(note ?? "")]),
  ].join("\n");
}
