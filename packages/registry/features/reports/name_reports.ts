import type { NameReports } from "../extensions/name/take.ts";
import type { Services } from "../../access/services.ts";
import { tellOperators } from "./endpoints.ts";

/** Reports of names by the registry itself: they have no reporter, and only the operators are told. */
export function createNameReports(
  services: Pick<Services, "config" | "outbox" | "now">,
): NameReports {
  return {
    async open(trx, { extensionId, name, text }) {
      const report = { extension_id: extensionId, category: "name" as const, text };
      const known = await trx.selectFrom("report").select("number")
        .where("extension_id", "=", extensionId).where("text", "=", text)
        .where("reporter_user_id", "is", null).where("closed_at", "is", null).executeTakeFirst();
      if (known !== undefined) return;
      const { number } = await trx.insertInto("report").values({
        ...report,
        version: null,
        reporter_user_id: null,
        created_at: services.now().toISOString(),
        closed_at: null,
        note: null,
      }).returning("number").executeTakeFirstOrThrow();
      await tellOperators(services, trx, { name, number, category: report.category });
    },
    async close(trx, { text, note }) {
      await trx.updateTable("report").set({ closed_at: services.now().toISOString(), note })
        .where("text", "=", text).where("reporter_user_id", "is", null)
        .where("closed_at", "is", null).execute();
    },
  };
}
