import { SvcError } from "@svc/core/error";
import { decideName, listNames, type NameRules } from "../../features/operating/names.ts";
import { type AdminCommand, textOption } from "../command/command.ts";
import { openBeside } from "../beside/open.ts";

const STANDING: Readonly<Record<string, "reserved" | "free">> = {
  reserve: "reserved",
  free: "free",
};

/** `names [reserve|free <name>]` */
export const names: AdminCommand = {
  usage: "[reserve|free <name>]",
  operands: { least: 0, most: 2 },
  options: { reason: { value: "<text>", help: "Reason, stored with the decision" } },
  summary: "List, reserve or free names of accounts, collectives and extensions",
  details:
    "Without arguments it lists reserved names. 'reserve' keeps a name, and names that look like\n" +
    "it, for the accounts of SVC_ADMINS. 'free' lets anybody take exactly this name, whatever rule\n" +
    "refuses it and whatever it is close to. The last decision counts. Whoever has a name keeps\n" +
    "it. An extension is written @collective/name.",
  async run({ config, operands: [verb, name], options, now }) {
    const standing = verb === undefined || !Object.hasOwn(STANDING, verb)
      ? undefined
      : STANDING[verb];
    if (verb !== undefined && (standing === undefined || name === undefined)) {
      throw new SvcError("usage", "'names' takes nothing, 'reserve <name>' or 'free <name>'", {
        hint: "For example: npm run admin -- names free acme-security",
      });
    }
    await using store = await openBeside(config);
    if (standing === undefined || name === undefined) {
      const rules = await listNames(store.db, config);
      return { text: textOf(rules), json: rules };
    }
    const reason = textOption({ options }, "reason");
    await decideName(store.db, config, { name, standing, reason }, now());
    return {
      text: standing === "free"
        ? `Anybody may take the name ${name}.`
        : `Only the accounts of SVC_ADMINS may take the name ${name}.`,
      json: { name, standing, reason: reason ?? null },
    };
  },
};

function textOf({ decided, words, names }: NameRules): string {
  return [
    ...decided.map(({ name, standing, reason, at, claimant }) =>
      `${name}  ${standing}${claimant === null ? "" : ` for ${claimant}`} ${at.slice(0, 10)}${
        reason === null ? "" : `: ${reason}`
      }`
    ),
    ...(decided.length === 0 ? ["No name was reserved or freed here."] : []),
    "",
    "Reserved as a word of a name:",
    ...words.map(({ word, of }) => `  ${word} (${of.join(", ")})`),
    "",
    "Reserved as an account or a collective:",
    `  ${names.join(", ")}`,
  ].join("\n");
}
