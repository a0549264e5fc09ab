import { sql } from "kysely";
import type { Services } from "../../packages/registry/access/services.ts";
import { verifyNamed } from "../../packages/registry/admin/verify/named.ts";
import { numberPending } from "../../packages/registry/features/extensions/mirror/number.ts";
import { noteChange } from "../../packages/registry/features/extensions/mirror/note.ts";
import { refreshScores } from "../../packages/registry/features/extensions/score/stored_score.ts";
import { sweep } from "../../packages/registry/jobs.ts";
import { isPostgres } from "../../packages/registry/platform/store/engine.ts";
import { costOf } from "./cost.ts";
import type { Figures } from "./figures.ts";
import { idOf, nameOf } from "./names.ts";

/** Extensions whose pulls are written down together. */
const PULLED = 1_000;

/** What is done now and then, in this process: it is not asked for by strangers. */
export async function measureWork(
  figures: Figures,
  size: number,
  services: Services,
  postgres: number | undefined,
): Promise<void> {
  const { db } = services;
  const note = async (
    what: string,
    times: number,
    work: (n: number) => Promise<unknown>,
    parts = 1,
  ) => {
    const { processor } = await costOf(postgres, async () => {
      for (let n = 0; n < times; n++) await work(n);
    });
    figures.note(size, what, "ms", processor / times / parts);
  };
  await note("sweep", 20, () => sweep(services));
  await note("numbering one change for mirrors", 50, async (n) => {
    await noteChange(db, idOf(1, n * 7919 % size));
    await numberPending(db);
  });
  await note("writing down the pulls of one extension", 1, async () => {
    for (let n = 0; n < PULLED; n++) {
      const pulled = n * 7919 % size;
      services.pulls.add({ id: idOf(1, pulled), name: nameOf(pulled) }, { kind: "anonymous" });
    }
    await services.pulls.flush();
  }, PULLED);
  await note(
    "looking for changes for the search",
    200,
    () =>
      sql`select number from search_entry where (changed, number) > (${size * 10}, 0)
      order by changed, number limit 500`.execute(db),
  );
  await note("scores under another rubric, all", 1, async () => {
    await sql`delete from score_basis`.execute(db);
    await refreshScores(db, services.config);
  });
  await note("names of all archives for verify", 1, async () => {
    const blobs = { ...services.blobs, check: () => Promise.resolve("whole" as const) };
    const losses = verifyNamed({ db, blobs }, { after: "", copies: undefined, read: () => {} });
    for await (const { checksum } of losses) throw new Error(`${checksum} is lost`);
  });
  if (!isPostgres(db)) {
    const copy = `${services.folder.root}/copy.db`;
    await note("copy of the database for a backup", 1, () => sql`vacuum into ${copy}`.execute(db));
    await Deno.remove(copy);
  }
}
