import type { Endpoint } from "../../access/endpoint/endpoint.ts";
import { deleteKey } from "./delete_key.ts";
import { exchange } from "./exchange.ts";
import { createKey, listKeys, updateKey } from "./personal_keys.ts";
import { resolveUser } from "./resolve_user.ts";
import { revokeSelf } from "./revoke_self.ts";
import {
  beginTotp,
  confirmTotpOffer,
  createProof,
  createRecoveryCodes,
  deleteHold,
  deleteTotp,
  getSecurity,
} from "./security.ts";
import { endOtherSessions, endSession, listSessions } from "./sessions.ts";
import { whoami } from "./whoami.ts";

/** Who the caller is, personal keys, second factors, and what a key can be exchanged for. */
export const IDENTITY_ENDPOINTS: readonly Endpoint[] = [
  whoami,
  createKey,
  listKeys,
  updateKey,
  deleteKey,
  exchange,
  revokeSelf,
  resolveUser,
  getSecurity,
  createProof,
  beginTotp,
  confirmTotpOffer,
  deleteTotp,
  deleteHold,
  createRecoveryCodes,
  listSessions,
  endSession,
  endOtherSessions,
];
