import type { Endpoint } from "../../access/endpoint/endpoint.ts";
import { accept, decline } from "./answer_invitation.ts";
import { cancelInvite } from "./cancel_invite.ts";
import { changeRole } from "./change_role.ts";
import { create } from "./create.ts";
import { remove } from "./delete.ts";
import { extensions } from "./extensions.ts";
import { get } from "./get.ts";
import { invitations } from "./invitations.ts";
import { invite } from "./invite.ts";
import { leave } from "./leave.ts";
import { list } from "./list.ts";
import { members } from "./members.ts";
import { ownInvitations } from "./own_invitations.ts";
import { removeMember } from "./remove_member.ts";
import { requireFactor } from "./require_factor.ts";
import { update } from "./update.ts";

/** The collective API (spec §4.3) and invitations. */
export const COLLECTIVE_ENDPOINTS: readonly Endpoint[] = [
  list,
  get,
  members,
  invitations,
  extensions,
  update,
  requireFactor,
  invite,
  removeMember,
  changeRole,
  cancelInvite,
  create,
  remove,
  leave,
  ownInvitations,
  accept,
  decline,
];
