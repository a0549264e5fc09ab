import type { DataReader } from "../../../platform/context.ts";
import { type BrokenDocument, readDocuments } from "../../../platform/report/stored_documents.ts";
import { type CollectionStatus, collectionStatusSchema } from "../../outputs/collection_status.ts";
import type { Names } from "./names.ts";

/** Lists that are read for one pull request. */
const COMPONENTS = ["details", "reviews", "timeline", "checks"];

/** How far the lists of each subject (`pr-12`) are read, as far as that is stored. */
export async function readStatuses(
  reader: DataReader,
  names: Names,
  subjects: readonly string[],
  broken: BrokenDocument[],
): Promise<CollectionStatus[][]> {
  const wanted = subjects.flatMap((subject) =>
    COMPONENTS.map((component) => names.of("collectionStatus", subject, component))
  );
  const read = await readDocuments(reader, wanted, { schema: collectionStatusSchema, broken });
  return subjects.map((_, index) =>
    read.slice(index * COMPONENTS.length, (index + 1) * COMPONENTS.length)
      .filter((status) => status !== null)
  );
}
