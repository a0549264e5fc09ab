/**
 * Members of an organisation on GitHub, each written as data.
 *
 * @module
 */
import { accountGlobals } from "./methods/connection.ts";
import { listMembers } from "./methods/member_list.ts";
import { memberSchema } from "./outputs/member.ts";
import { kept } from "../platform/retention.ts";

/** The behavior type `@svc/github/member`. */
export const model = {
  type: "@svc/github/member",
  version: "2026.11.22.1",
  globalArguments: accountGlobals("Members: read"),
  resources: {
    member: kept("One member of an organisation", memberSchema),
  },
  methods: {
    list: listMembers,
  },
};
