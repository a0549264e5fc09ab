import { SvcError } from "@svc/core/error";
import { visibleLine } from "@svc/core/text";
import {
  countJobs,
  dropJob,
  findJob,
  type JobCount,
  type ListedJob,
  listJobs,
} from "../../platform/jobs/list.ts";
import { openBeside } from "../beside/open.ts";
import {
  type AdminCall,
  type AdminCommand,
  type CommandOutput,
  tableText,
} from "../command/command.ts";

/** Jobs of each state that are listed. */
const LISTED = 100;

/** `jobs [retry <id> | drop <id>]` */
export const jobs: AdminCommand = {
  usage: "[retry <id> | drop <id>]",
  operands: { least: 0, most: 2 },
  summary: "List background jobs, and retry or drop one",
  details:
    `Prints how many jobs of each kind are waiting, running or dead, and the first ${LISTED} of\n` +
    "each state with the error of their last try. A dead job has failed too often or for too long; it is kept\n" +
    "for two weeks. 'retry' makes a job due at once, with all its tries. 'drop' removes it: what it\n" +
    "was to do is not done, until the next event makes it necessary again.",
  async run(call) {
    const [verb, id] = call.operands;
    if (verb === undefined) return await list(call);
    if ((verb !== "retry" && verb !== "drop") || id === undefined) {
      throw new SvcError(
        "usage",
        `'jobs' takes no argument, or 'retry' or 'drop' with a job's id`,
        {
          hint: "List them: npm run admin -- jobs",
        },
      );
    }
    return await settle(call, verb, id);
  },
};

async function list({ config, now }: AdminCall): Promise<CommandOutput> {
  await using store = await openBeside(config);
  const counts = await countJobs(store.db, now());
  const listed: ListedJob[] = [];
  for (const state of ["dead", "running", "waiting"] as const) {
    listed.push(...await listJobs(store.db, now(), state, LISTED));
  }
  return {
    text: counts.length === 0 ? "There are no jobs." : [
      tableText(["KIND", "STATE", "JOBS"], counts.map(countRow)),
      tableText(["ID", "KIND", "STATE", "TRIES", "DUE", "LAST ERROR"], listed.map(jobRow)),
    ].join("\n\n"),
    json: { counts, jobs: listed },
  };
}

async function settle(
  { config, now }: AdminCall,
  verb: "retry" | "drop",
  id: string,
): Promise<CommandOutput> {
  await using store = await openBeside(config);
  const job = await findJob(store.db, id);
  if (job === undefined) {
    throw new SvcError("not_found", `There is no job ${id}`, {
      hint: "It may have ended meanwhile. List them: npm run admin -- jobs",
    });
  }
  if (verb === "retry") await store.jobs.add(store.db, job.kind, job.subject, now());
  else await dropJob(store.db, id);
  return {
    text: verb === "retry"
      ? `The job ${id} is due; a server runs it within seconds.`
      : `The job ${id} is removed.`,
    json: {
      id,
      kind: job.kind,
      subject: job.subject,
      [verb === "retry" ? "due" : "removed"]: true,
    },
  };
}

function countRow({ kind, state, jobs }: JobCount): string[] {
  return [kind, state, String(jobs)];
}

function jobRow({ id, kind, state, attempts, dueAt, lastError }: ListedJob): string[] {
  return [id, kind, state, String(attempts), dueAt.slice(0, 19), visibleLine(lastError ?? "")];
}
