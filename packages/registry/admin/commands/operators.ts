import { SvcError } from "@svc/core/error";
import { addOperator, listOperators, removeOperator } from "../../features/operating/operators.ts";
import { openBeside } from "../beside/open.ts";
import type { AdminCommand } from "../command/command.ts";

/** `operators [add|remove <user>]` */
export const operators: AdminCommand = {
  usage: "[add|remove <user>]",
  operands: { least: 0, most: 2 },
  summary: "List, add or remove the accounts that do the operator's work on the web",
  details:
    "An operator reads reports at /operator and decides about them, with a proof by the second\n" +
    "factor for each ten minutes. Only this command gives that right, and only to an account that\n" +
    "has a second factor; it ends when the last one is removed.",
  async run({ config, operands: [verb, username], now }) {
    const adds = verb === "add";
    if (verb !== undefined && (!adds && verb !== "remove" || username === undefined)) {
      throw new SvcError("usage", "'operators' takes nothing, 'add <user>' or 'remove <user>'", {
        hint: "For example: npm run admin -- operators add ada",
      });
    }
    await using store = await openBeside(config);
    if (username === undefined) {
      const found = await listOperators(store.db);
      return {
        text: found.map(({ username, at }) => `${username}  since ${at.slice(0, 10)}`).join("\n") ||
          "No account is an operator's. Add one: npm run admin -- operators add <user>",
        json: { operators: found },
      };
    }
    if (adds) await addOperator(store.db, username, now());
    else await removeOperator(store.db, username);
    return {
      text: `${username} is ${adds ? "now an operator" : "not an operator any more"}.`,
      json: { username, operator: adds },
    };
  },
};
