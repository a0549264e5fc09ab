import { contentDigest } from "../../platform/documents/digests.ts";
import { documentWriter } from "../../platform/documents/document_writer.ts";
import { resourcePages } from "../../platform/documents/resource_pages.ts";
import { infoAt } from "../../platform/info_at.ts";
import { fullName } from "../../platform/repository_name.ts";
import { startAsking } from "../asking/asking.ts";
import type { MirrorContext } from "../context/context.ts";
import { type DigestIndex, openDigests } from "../documents/digest_index.ts";
import { forgetHeads } from "../objects/mod.ts";
import type { MirrorState } from "../outputs/mirror.ts";
import type { Locations } from "../locations/mod.ts";
import { readLinks } from "../references/subject_references.ts";
import { openLinks } from "../run/links.ts";
import { documentName, saveRun, type SyncRun } from "../run/sync_run.ts";
import { freshState, loadState, statePath, type SyncState } from "../state/sync_state.ts";
import { stateDocument } from "./record.ts";

/** Part of the budget in which is asked; the rest is for writing. */
const ASKING = 0.9;

/**
 * Gets everything ready for a sync: the state of the last one, as far as it is about the data that are
 * there, and the index of what is stored. The mirror's lock has to be held.
 *
 * @param budgetSeconds from now on
 * @throws PlatformFailure `refused` for a state that is damaged or of another repository
 */
export async function beginRun(
  context: MirrorContext,
  places: Locations,
  budgetSeconds: number,
): Promise<SyncRun> {
  const deadline = performance.now() + budgetSeconds * 1000 * ASKING;
  const startedAt = new Date().toISOString();
  const repo = fullName(places.name);
  const owner = { repo, apiBaseUrl: places.apiBaseUrl };
  const [stored] = await context.readResources([documentName({ places }, "mirrorState")]);
  const known = stored as unknown as MirrorState | null;
  // What a behavior that was deleted left behind does not bind the next one, which starts again.
  const found = known === null ? null : await loadState(places.artifacts, owner);
  const { digests, found: indexed } = await openDigests(places.artifacts);
  const fits = known === null
    ? await infoAt(statePath(places.artifacts)) === undefined
    : found === null || isAbout(found, known);
  if (!fits) {
    context.logger.warn(
      "the stored data does not belong to {artifacts}: reading everything again",
      {
        artifacts: places.artifacts,
      },
    );
  }
  const { links, whole } = await openLinks(places.artifacts);
  if (!fits || known === null) {
    await digests.clear();
    await links.clear();
    await forgetHeads(places);
  }
  const state = fits && found !== null ? found : adopt(freshState(repo, owner.apiBaseUrl), known);
  if (known !== null && (!indexed || !fits)) await indexSnapshots(context, digests);
  if (known !== null && (!whole || !fits)) {
    await readLinks(context, `${documentName({ places }, "subjectReference")}~`, links);
  }
  const run: SyncRun = {
    context,
    places,
    asking: startAsking({
      context,
      baseUrl: places.apiBaseUrl,
      token: context.globalArgs.githubToken,
      deadline,
    }),
    documents: documentWriter(context, digests),
    digests,
    links,
    state,
    repo,
    target: places.name,
    startedAt,
    errors: [],
    errorCount: 0,
  };
  if (known === null) await run.documents.write([stateDocument(run, { complete: false })]);
  await saveRun(run);
  return run;
}

/** Data that were deleted, replaced or put back to an earlier time lack what the cursors have passed. */
function isAbout(state: SyncState, known: MirrorState): boolean {
  return known.mirrorId === state.mirrorId && known.runs >= state.runs;
}

/** A state that was lost begins again with the data that are there. */
function adopt(state: SyncState, known: MirrorState | null): SyncState {
  if (known === null) return state;
  return { ...state, mirrorId: known.mirrorId, runs: known.runs };
}

/** Snapshots of a page of the index made again. */
const PAGE = 200;

/** Makes the index of snapshots again, which are also counted by it. */
async function indexSnapshots(context: MirrorContext, digests: DigestIndex): Promise<void> {
  for (const spec of ["prSnapshot", "issueSnapshot"]) {
    for await (const page of resourcePages(context, spec, { limit: PAGE })) {
      await digests.add(
        page.map(({ name, attributes }) => [name, contentDigest(spec, attributes)]),
      );
    }
  }
}
