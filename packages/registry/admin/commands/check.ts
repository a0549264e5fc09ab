import { oldestJob } from "../../features/operating/readiness.ts";
import {
  checkArchives,
  checkDatabase,
  checkFolder,
  checkPasskeys,
  checkRegistryLog,
  checkSearch,
  type Finding,
} from "../check/check.ts";
import type { AdminCommand } from "../command/command.ts";
import { openBeside } from "../beside/open.ts";

/** Minutes for which work may have been due. */
const OVERDUE = 60;

/** `check`: whether everything that was published is there and whole. */
export const check: AdminCommand = {
  summary: "Check database, archives, search index, log, passkeys, folder modes and disk",
  details:
    "Reads every page of the database and every archive. Changes nothing. The settings were\n" +
    "checked when the command started. Ends with 1 when something is wrong.",
  async run({ config, now }) {
    await using store = await openBeside(config);
    const findings = [
      ...await checkDatabase(store.db),
      ...await checkArchives(store),
      ...await checkSearch(store),
      ...await checkFolder(store.folder, { proxyReads: config.blobsAccel !== "" }),
      ...await checkRegistryLog(store),
      await checkPasskeys(store, config.baseUrl || `http://localhost:${config.port}`),
      await checkJobs(await oldestJob({ db: store.db, now })),
    ];
    const failing = findings.filter(({ status }) => status === "failing").length;
    return {
      text: [
        ...findings.flatMap(({ status, check, message, hint }) => [
          `${status.padEnd(8)} ${check}: ${message}`,
          ...hint === undefined ? [] : [`         hint: ${hint}`],
        ]),
        failing === 0 ? "Nothing is wrong." : `${failing} found.`,
      ].join("\n"),
      json: { ok: failing === 0, findings },
      code: failing === 0 ? 0 : 1,
    };
  },
};

function checkJobs(overdue: number): Finding {
  const minutes = Math.floor(overdue / 60_000);
  return minutes < OVERDUE ? { check: "jobs", status: "ok", message: "no job is overdue" } : {
    check: "jobs",
    status: "warning",
    message: `a job has been overdue for ${minutes} minutes`,
    hint: "The server runs jobs: look for worker.failed in its log.",
  };
}
