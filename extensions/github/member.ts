/**
 * Members of an organisation on GitHub, each written as data.
 *
 * @module
 */
import * as z from "npm:zod@4.6.7";
import { ownerPattern } from "../platform/repository_name.ts";
import { listMembers, listMembersArguments } from "./methods/member_list.ts";
import { memberSchema } from "./outputs/member.ts";
import { kept } from "../platform/retention.ts";

/** The behavior type `@svc/github/member`. */
export const model = {
  type: "@svc/github/member",
  version: "2026.11.22.1",
  globalArguments: z.object({
    token: z.string().min(1).meta({ sensitive: true }).describe("Token with Members: read"),
    org: z.string().regex(ownerPattern).optional().describe(
      "Default organisation",
    ),
    owner: z.string().regex(ownerPattern).optional().describe(
      "Default user or organisation",
    ),
  }),
  resources: {
    member: kept("One member of an organisation", memberSchema),
  },
  methods: {
    list: {
      description: "List the members of an organisation",
      kind: "list",
      arguments: listMembersArguments,
      execute: listMembers,
    },
  },
};
