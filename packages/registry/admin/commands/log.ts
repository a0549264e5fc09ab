import { SvcError } from "@svc/core/error";
import { adoptEntries } from "../../features/registry_log/adopt.ts";
import {
  beginEpoch,
  EPOCH_REASONS,
  type EpochReason,
  type LastHead,
} from "../../features/registry_log/begin.ts";
import { logFigures } from "../../features/registry_log/figures.ts";
import { readServed } from "../../features/registry_log/guard.ts";
import { readHead } from "../../features/registry_log/head.ts";
import { createLogKey, originOf, readLogKey, vkeyOf } from "../../features/registry_log/key.ts";
import type { Config } from "../../platform/config/mod.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { readMirror } from "../backup/mirror.ts";
import { openBeside } from "../beside/open.ts";
import type { AdminCall, AdminCommand, CommandOutput } from "../command/command.ts";

/** `log [key <file>|adopt <mirror>|epoch <reason>]` */
export const log: AdminCommand = {
  usage: "[key <file>|adopt <mirror>|epoch <reason>]",
  operands: { least: 0, most: 3 },
  summary: "Show the registry's log, make its key, take lost entries, begin a new epoch",
  details:
    "Alone it shows the log. 'key' makes the file for SVC_LOG_KEY: keep a copy apart from backups, and\n" +
    "hand the line it prints to those who check the log. 'adopt' takes entries that the database has\n" +
    "lost from a mirror, a folder or an address with the files of c2sp.org/tlog-tiles; the log goes on as\n" +
    "it was. 'epoch' begins a new log that says where the old one ended; its reason is one of\n" +
    "restored, key-lost, key-stolen, entries-lost. Everybody who checks has to accept it by hand.\n" +
    "Stop the servers first for 'adopt' and 'epoch'.",
  async run(call) {
    const [verb, operand, ...more] = call.operands;
    if (verb === undefined) return await show(call);
    if (operand !== undefined && more.length === 0) {
      switch (verb) {
        case "key":
          return await makeKey(call.config, operand);
        case "adopt":
          return await adopt(call, operand);
        case "epoch":
          return await epoch(call, operand);
      }
    }
    throw new SvcError(
      "usage",
      "'log' takes nothing, 'key <file>', 'adopt <mirror>' or 'epoch <reason>'",
      {
        hint: "For example: npm run admin -- log key /etc/svc/log.key",
      },
    );
  },
};

async function show({ config }: AdminCall): Promise<CommandOutput> {
  await using store = await openBeside(config);
  const head = await readHead(store.db);
  if (head === undefined) {
    return {
      text: "There is no log. One begins when the server starts with SVC_LOG_KEY.",
      json: { log: null },
    };
  }
  const { waiting, unsigned } = await logFigures(store.db);
  const served = await readServed(store.mark);
  const { origin, size, root, signed_at } = head;
  return {
    text: [
      `${origin}: ${size} entries, ${waiting} events wait, signed ${signed_at}`,
      `root    ${root}`,
      `served  ${
        served === undefined ? "nothing yet" : `${served.head.origin} with ${served.head.size}`
      }`,
      ...unsigned === 0 ? [] : [`${unsigned} witnesses have not signed it`],
    ].join("\n"),
    json: {
      log: { origin, size, root, signedAt: signed_at, waiting, unsigned },
      served: served && { origin: served.head.origin, size: served.head.size },
    },
  };
}

async function makeKey(config: Config, path: string): Promise<CommandOutput> {
  const seed = await createLogKey(path);
  const address = config.baseUrl || `http://localhost:${config.port}`;
  const vkey = vkeyOf(seed, originOf(address, 1));
  return {
    text: [
      `Made ${path}. Set SVC_LOG_KEY=${path} on every server, and keep a copy apart from backups.`,
      "Whoever checks the log needs this line:",
      vkey,
      ...config.baseUrl === "" ? [`SVC_BASE_URL is not set: it is the line of ${address}.`] : [],
    ].join("\n"),
    json: { path, vkey, address },
  };
}

async function adopt({ config }: AdminCall, mirror: string): Promise<CommandOutput> {
  const seed = await keyOfLog(config);
  await using store = await openBeside(config);
  const taken = await inTransaction(store.db, (trx) => adoptEntries(trx, readMirror(mirror), seed));
  return { text: `Took ${taken} entries. Start the server.`, json: { taken } };
}

async function keyOfLog(config: Config): Promise<Uint8Array> {
  if (config.logKey !== "") return await readLogKey(config.logKey);
  throw new SvcError("usage", "SVC_LOG_KEY is needed: what a mirror has is compared with it");
}

async function epoch({ config, now }: AdminCall, word: string): Promise<CommandOutput> {
  const reason = word.replaceAll("-", " ");
  if (!isReason(reason)) {
    const known = EPOCH_REASONS.map((one) => one.replaceAll(" ", "-")).join(", ");
    throw new SvcError("usage", `'${word}' is no reason for a new epoch`, {
      hint: `One of ${known}.`,
    });
  }
  await using store = await openBeside(config);
  const served = await readServed(store.mark);
  const begun = await inTransaction(store.db, async (trx) => {
    const before = await readHead(trx);
    const last: LastHead | undefined = served?.head.origin === before?.origin
      ? served?.head
      : undefined;
    const row = await beginEpoch(trx, { reason, now: now(), last });
    return { origin: row.origin, missing: Math.max(0, (last?.size ?? 0) - (before?.size ?? 0)) };
  });
  return {
    text: [
      `The log goes on as ${begun.origin}; ${begun.missing} entries of the one before are missing.`,
      "Start the server with SVC_LOG_KEY. Everybody who checks the log accepts the new key with",
      "'svc trust log --accept <vkey>': tell them why.",
    ].join("\n"),
    json: begun,
  };
}

function isReason(text: string): text is EpochReason {
  return EPOCH_REASONS.some((one) => one === text);
}
