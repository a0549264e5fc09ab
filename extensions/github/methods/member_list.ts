import * as z from "npm:zod@4.6.7";
import { type Globals, ORG, orgOf } from "./connection.ts";
import { MEMBER_COLUMNS } from "../listing/columns.ts";
import { written } from "./written.ts";
import { type Member, ROLES } from "../outputs/member.ts";
import type { Client } from "../../platform/client.ts";
import type { MethodContext } from "../../platform/context.ts";
import { failureOf } from "../../platform/failure.ts";
import { encodePart } from "../../platform/names.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";
import { defineMethod } from "../../platform/method.ts";

/** Lists the members of an organisation that the token's account can see. */
export const listMembers = defineMethod({
  description: "List the members of an organisation",
  kind: "list",
  arguments: z.object({
    org: ORG,
    role: z.enum(ROLES).default("all").describe("Role"),
    json: z.boolean().default(false).describe("Show JSON in the log instead of a table"),
  }),
  async execute({ org: given, role, json }, context: MethodContext<Globals>) {
    const org = orgOf(given, context.globalArgs);
    return await written(context, {
      what: `the members of ${org}`,
      async read(client, fetchedAt) {
        const scope = await isMember(client, org) ? "all" : "public";
        if (scope === "public") {
          context.logger.warn("the token's account is not a member of {org}: public members only", {
            org,
          });
        }
        const pages = client.pages("GET /orgs/{org}/members", { org, role, per_page: PER_PAGE });
        return await collect(pages, ({ login, id, html_url }): Member => ({
          org,
          login,
          id: Number(id),
          role: role === "all" ? null : role,
          scope,
          url: html_url,
          fetchedAt,
        }));
      },
      spec: "member",
      nameOf: ({ login }) => `member.${org.toLowerCase()}~${encodePart(login.toLowerCase())}`,
      columns: MEMBER_COLUMNS,
      json,
    });
  },
});

/** Whether the token's account is a member: others see only those who show themselves. */
async function isMember(client: Client, org: string): Promise<boolean> {
  try {
    const { data } = await client.request("GET /user/memberships/orgs/{org}", { org });
    return data.state === "active";
  } catch (error) {
    const { code } = failureOf(error, `the membership in ${org}`);
    if (code === "not_found" || code === "forbidden") return false;
    throw error;
  }
}
