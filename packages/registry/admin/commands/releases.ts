import { SvcError } from "@svc/core/error";
import { decideRelease, type KeptRelease, listReleases } from "../../features/install/releases.ts";
import { openBeside } from "../beside/open.ts";
import type { AdminCommand } from "../command/command.ts";
import { requiredNote } from "../command/required_note.ts";

/** `releases [takedown|reinstate <checksum>]` */
export const releases: AdminCommand = {
  usage: "[takedown|reinstate <checksum>]",
  operands: { least: 0, most: 2 },
  options: { reason: { value: "<text>", help: "Reason, shown to who asks for the release" } },
  summary: "List the releases of the client that were offered, take one down",
  details:
    "This registry hands out each release of svc that it has offered, for who pinned its install\n" +
    "script. 'takedown' ends that for a release with a flaw, 'reinstate' undoes it; both take the\n" +
    "checksum of the script, as the list has it. Of the release that is offered now nothing is\n" +
    "handed out then, until the registry offers another. What is installed stays.",
  async run({ config, operands: [verb, checksum], options, now }) {
    const takes = verb === "takedown" || verb === "reinstate";
    if (verb !== undefined && (!takes || checksum === undefined)) {
      throw new SvcError(
        "usage",
        "'releases' takes nothing, 'takedown <checksum>' or 'reinstate <checksum>'",
        { hint: "List them: npm run admin -- releases" },
      );
    }
    const takedown = verb === "takedown"
      ? {
        at: now(),
        reason: requiredNote({ options }, "reason", "A takedown needs a reason", "; people see it"),
      }
      : undefined;
    await using store = await openBeside(config);
    if (checksum === undefined) {
      const all = await listReleases(store.db);
      return {
        text: all.length === 0 ? "No release was offered here." : all.map(line).join("\n"),
        json: { releases: all },
      };
    }
    const release = await decideRelease(store.db, checksum, takedown);
    return { text: line(release), json: release };
  },
};

function line({ version, script, keptAt, takenDownAt, reason }: KeptRelease): string {
  const state = takenDownAt === null ? "" : `  taken down ${takenDownAt.slice(0, 10)}: ${reason}`;
  return `${script}  svc ${version}  offered ${keptAt.slice(0, 10)}${state}`;
}
