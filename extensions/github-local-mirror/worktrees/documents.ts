import * as z from "npm:zod@4.6.7";
import type { DataHandle, DataReader, DataRemover, MethodContext } from "../../platform/context.ts";
import { keepNewest } from "../../platform/documents/keep_newest.ts";
import { resourcePages } from "../../platform/documents/resource_pages.ts";
import { instanceName } from "../../platform/names.ts";
import { fullName, type RepositoryName } from "../../platform/repository_name.ts";
import { storedDocument } from "../../platform/stored_text.ts";
import { type PrSnapshot, prSnapshotSchema } from "../../platform/subjects/snapshots.ts";
import { type PrHeadState, prHeadStateSchema } from "../outputs/pull_requests.ts";
import { type RepoSnapshot, repoSnapshotSchema } from "../outputs/repo_snapshot.ts";
import {
  type WorktreeAnalysis,
  type WorktreeRun,
  type WorktreeSnapshot,
  worktreeSnapshotSchema,
} from "../outputs/worktrees.ts";

/** The mirror's documents, as far as worktrees need and make them. A broken one counts as absent. */
export interface Documents {
  snapshot(id: string): Promise<WorktreeSnapshot | null>;
  /** All worktrees that were ever made, by id. */
  snapshots(): Promise<Map<string, WorktreeSnapshot>>;
  pull(number: number): Promise<PrSnapshot | null>;
  head(number: number): Promise<PrHeadState | null>;
  repository(): Promise<RepoSnapshot | null>;
  /** Every pull request that is open, newest first. */
  openPulls(): Promise<PrSnapshot[]>;
  keepSnapshot(snapshot: WorktreeSnapshot): Promise<void>;
  keepAnalysis(analysis: WorktreeAnalysis): Promise<void>;
  /** Keeps how a run went, and of its kind the newest. */
  keepRun(spec: "worktreeCleanupRun" | "worktreeRefreshRun", run: WorktreeRun): Promise<void>;
  /** What was written, each name once. */
  handles(): DataHandle[];
}

/** What documents are read and written with. */
type Store = DataReader & DataRemover & Pick<MethodContext, "writeResource" | "logger">;

/** Documents in one page of a list: bodies are long. */
const PAGE = 200;

/** Opens the documents of the mirror of a repository. */
export function openDocuments(store: Store, name: RepositoryName): Documents {
  const written = new Map<string, DataHandle>();
  const nameOf = (spec: string, ...parts: string[]) =>
    instanceName(spec.toLowerCase(), name, ...parts);
  const read = async <T>(schema: z.ZodType<T>, spec: string, ...parts: string[]) => {
    const document = nameOf(spec, ...parts);
    const [found] = await store.readResources([document]);
    return found == null ? null : parsed(schema, document, found);
  };
  const parsed = <T>(schema: z.ZodType<T>, document: string, found: object): T | null => {
    const { data, success } = schema.safeParse(found);
    if (!success) store.logger.warn("Skipped {document}, which is damaged", { document });
    return success ? data : null;
  };
  const all = async function* <T>(schema: z.ZodType<T>, spec: string): AsyncIterable<T> {
    const prefix = `${nameOf(spec)}~`;
    for await (const page of resourcePages(store, spec, { prefix, limit: PAGE })) {
      for (const item of page) {
        const document = parsed(schema, item.name, item.attributes);
        if (document !== null) yield document;
      }
    }
  };
  const keep = async (spec: string, part: string, data: object) => {
    const document = nameOf(spec, part);
    written.set(document, await store.writeResource(spec, document, storedDocument(data)));
    return document;
  };
  return {
    snapshot: (id) => read(worktreeSnapshotSchema, "worktreeSnapshot", id),
    async snapshots() {
      const found = await Array.fromAsync(all(worktreeSnapshotSchema, "worktreeSnapshot"));
      return new Map(found.map((one) => [one.worktreeId, one]));
    },
    pull: (number) => read(prSnapshotSchema, "prSnapshot", String(number)),
    head: (number) => read(prHeadStateSchema, "prHeadState", String(number)),
    repository: () => read(repoSnapshotSchema, "repoSnapshot"),
    async openPulls() {
      const open: PrSnapshot[] = [];
      for await (const pull of all(prSnapshotSchema, "prSnapshot")) {
        // Of thousands of bodies none is needed here.
        if (pull.state === "open") open.push({ ...pull, body: null });
      }
      return open.sort((one, other) => other.number - one.number);
    },
    async keepSnapshot(snapshot) {
      await keep("worktreeSnapshot", snapshot.worktreeId, snapshot);
    },
    async keepAnalysis(analysis) {
      await keep("worktreeAnalysis", analysis.worktreeId, analysis);
    },
    async keepRun(spec, run) {
      // As syncs are named: a time that a person can type.
      const at = run.startedAt.toLowerCase().replaceAll(":", "-");
      const just = await keep(spec, at, { ...run, repo: fullName(name) });
      await keepNewest(store, { spec, prefix: `${nameOf(spec)}~`, just });
    },
    handles: () => [...written.values()],
  };
}
