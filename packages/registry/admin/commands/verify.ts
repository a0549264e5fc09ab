import { SvcError } from "@svc/core/error";
import type { AdminCall, AdminCommand, CommandOutput } from "../command/command.ts";
import { openBeside } from "../beside/open.ts";
import { copiesIn } from "../verify/copies.ts";
import { type Loss, type Progress, verifyNamed } from "../verify/named.ts";
import { findUnnamed, giveToSweep, removeGiven } from "../verify/unnamed.ts";

/** Findings of each kind that are named; the rest is counted. */
const MOST_NAMED = 1_000;

/** How often progress is told, in milliseconds. */
const TOLD_EVERY = 5_000;

const CHECKSUM = /^[0-9a-f]{64}$/;

/** `verify`: every archive read whole, wherever the store keeps it. */
export const verify: AdminCommand = {
  usage: "[--after <checksum>] [--repair --from <folder>] [--remove-unnamed]",
  options: {
    after: { value: "<checksum>", help: "Continue after this archive, as the progress named it" },
    repair: { help: "Restore damaged and missing archives from --from" },
    from: { value: "<folder>", help: "A backup or a data folder with copies" },
    "remove-unnamed": { help: "Remove archives older than an hour that no version names" },
  },
  summary: "Read every archive, name damaged, missing and unnamed ones, and repair them",
  details:
    "Reads the archives of all versions, in a folder or an S3 store, and compares them with their\n" +
    "checksums; then looks for archives that no version names. Works while the server serves.\n" +
    "Changes nothing without --repair or --remove-unnamed. Progress goes to standard error. Ends\n" +
    "with 1 while an archive is damaged or missing.",
  async run(call) {
    const { config, options, now } = call;
    const copies = await copiesFor(options);
    const after = afterOf(options.after);
    await using store = await openBeside(config);
    let last: Progress | undefined;
    const losses = capped<Loss>(({ repaired }) => !repaired);
    const read = telling(call, (progress: Progress) => last = progress);
    for await (const loss of verifyNamed(store, { after, copies, read })) losses.add(loss);
    const unnamed = capped<string>();
    for await (const blob of findUnnamed(store, now())) {
      unnamed.add(blob.checksum);
      if (options["remove-unnamed"]) await giveToSweep(store, blob);
    }
    const removed = options["remove-unnamed"] ? await removeGiven(store, now) : 0;
    return told({ archives: last?.archives ?? 0, losses, unnamed, removed });
  },
};

async function copiesFor({ repair, from }: AdminCall["options"]) {
  if (repair === undefined && from === undefined) return undefined;
  if (typeof from === "string" && repair) return await copiesIn(from.replace(/(?<=.)\/+$/, ""));
  throw new SvcError("usage", "--repair and --from must be used together", {
    hint: "npm run admin -- verify --repair --from <backup>",
  });
}

function afterOf(after: string | true | undefined): string {
  if (after === undefined) return "";
  if (typeof after === "string" && CHECKSUM.test(after)) return after;
  throw new SvcError("usage", "--after takes a checksum", {
    hint: "Give the 64 characters that the progress of the earlier run named last.",
  });
}

/** Tells where the work is now and then, so that a long run can be ended and gone on with. */
function telling({ say }: AdminCall, seen: (progress: Progress) => void) {
  let next = performance.now() + TOLD_EVERY;
  return (progress: Progress) => {
    seen(progress);
    if (performance.now() < next) return;
    next = performance.now() + TOLD_EVERY;
    say(`${progress.archives} archives read; to continue from here: --after ${progress.checksum}`);
  };
}

/** Findings, of which a bounded number is kept. */
interface Capped<Finding> {
  kept: Finding[];
  all: number;
  /** Of those, the ones that are still wrong. */
  open: number;
  add(finding: Finding): void;
}

function capped<Finding>(isOpen: (finding: Finding) => boolean = () => true): Capped<Finding> {
  return {
    kept: [],
    all: 0,
    open: 0,
    add(finding) {
      this.all++;
      if (isOpen(finding)) this.open++;
      if (this.kept.length < MOST_NAMED) this.kept.push(finding);
    },
  };
}

function told({ archives, losses, unnamed, removed }: {
  archives: number;
  losses: Capped<Loss>;
  unnamed: Capped<string>;
  removed: number;
}): CommandOutput {
  const more = ({ all, kept }: Capped<unknown>) =>
    all > kept.length ? [`and ${all - kept.length} more`] : [];
  return {
    text: [
      ...losses.kept.map(({ checksum, state, versions, repaired }) =>
        `${(repaired ? "repaired" : state).padEnd(8)} ${checksum} ${versions.join(", ")}`
      ),
      ...more(losses),
      ...unnamed.kept.map((checksum) => `unnamed  ${checksum}`),
      ...more(unnamed),
      `${archives} archives were read: ${
        losses.all - losses.open
      } repaired, ${losses.open} damaged ` +
      `or missing. ${unnamed.all} unnamed, ${removed} of them removed.`,
      ...losses.open > 0
        ? ["hint: npm run admin -- verify --repair --from <backup>, or push the same bytes again"]
        : [],
      ...unnamed.all > removed
        ? ["hint: unnamed archives do no harm: npm run admin -- verify --remove-unnamed"]
        : [],
    ].join("\n"),
    json: {
      ok: losses.open === 0,
      archives,
      repaired: losses.all - losses.open,
      lost: losses.open,
      unnamed: unnamed.all,
      removed,
      losses: losses.kept,
      unnamedArchives: unnamed.kept,
    },
    code: losses.open === 0 ? 0 : 1,
  };
}
