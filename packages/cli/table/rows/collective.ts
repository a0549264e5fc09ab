import type { CommandRow } from "./row.ts";

/** Collectives, their members and invitations (spec §4.3). */
export const COLLECTIVE_ROWS = {
  "collective list": {
    summary: "List your collectives",
    module: "collective/list",
  },
  "collective view": {
    summary: "Show a collective and its settings",
    aliases: ["collective get"],
    module: "collective/view",
  },
  "collective members": {
    summary: "List the members of a collective",
    module: "collective/members",
  },
  "collective extensions": {
    summary: "List the extensions of a collective",
    module: "collective/extensions",
  },
  "collective invitations": {
    summary: "List your own invitations, or those of a collective",
    module: "collective/invitations",
  },
  "collective edit": {
    summary: "Change the settings of a collective",
    module: "collective/edit",
  },
  "collective create": {
    summary: "Create a collective, on its web page",
    module: "collective/create",
  },
  "collective invite": {
    summary: "Invite somebody, on the collective's web page",
    module: "collective/invite",
  },
  "collective role": {
    summary: "Change a member's role, on the collective's web page",
    module: "collective/role",
  },
  "collective remove": {
    summary: "Remove a member, on the collective's web page",
    module: "collective/remove",
  },
  "collective leave": {
    summary: "Leave a collective, on its web page",
    module: "collective/leave",
  },
} as const satisfies Readonly<Record<string, CommandRow>>;
