import { noteEvent } from "../../../access/registry_log/note.ts";
import type { Db } from "../../../access/store/schema.ts";

/** Notes for the log that extensions were yanked with the collective whose they are. */
export async function noteYanked(
  trx: Db,
  { at, collectiveId, extensions }: {
    at: string;
    collectiveId: string;
    extensions: readonly { id: string }[];
  },
): Promise<void> {
  for (const { id: extensionId } of extensions) {
    const said = { kind: "yanked", by: { credential: "registry" } } as const;
    await noteEvent(trx, { at, collectiveId, extensionId, said });
  }
}
