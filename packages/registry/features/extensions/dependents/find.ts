import type { Principal } from "../../../access/credential/principal.ts";
import type { Db } from "../../../access/store/schema.ts";
import type {} from "./tables.ts";
import { ownMember } from "../../../access/membership/own_member.ts";

/** An extension that depends on another one. */
export interface Dependent {
  name: string;
  description: string;
}

/**
 * A page of the extensions that depend on `name`, the most pulled first, and how many there are: only
 * those that the visitor may see and a search would find.
 */
export async function findDependents(
  db: Db,
  principal: Extract<Principal, { kind: "anonymous" | "session" }>,
  name: string,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ dependents: Dependent[]; total: number }> {
  const visible = db.selectFrom("extension_dependency as dependency")
    .innerJoin("extension", "extension.id", "dependency.extension_id")
    .innerJoin("collective", "collective.id", "extension.collective_id")
    .leftJoin(
      "collective_member as member",
      ownMember(principal),
    )
    .where((row) =>
      row.or([
        row("dependency.name", "=", name),
        // Their manifests have the name that it had.
        row(
          "dependency.name",
          "in",
          db.selectFrom("extension_alias as alias")
            .innerJoin("extension as named", "named.id", "alias.extension_id")
            .select("alias.name").where("named.name", "=", name),
        ),
      ])
    )
    .where("extension.yanked_at", "is", null)
    .where("collective.deleted_at", "is", null)
    .where((of) => of.or([of("collective.private", "=", 0), of("member.role", "is not", null)]));
  const [dependents, { total }] = await Promise.all([
    visible.select(["extension.name", "extension.description"])
      .orderBy("extension.pull_count", "desc").orderBy("extension.name")
      .limit(perPage).offset((page - 1) * perPage).execute(),
    visible.select((of) => of.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { dependents, total: Number(total) };
}
