import type { Endpoint } from "../../access/endpoint/endpoint.ts";
import { exchange } from "./exchange.ts";
import { createKey, deleteKey, listKeys, updateKey } from "./personal_keys.ts";
import { resolveUser } from "./resolve_user.ts";
import { revokeSelf } from "./revoke_self.ts";

/** Personal keys and what they can be exchanged for. */
export const AUTH_ENDPOINTS: readonly Endpoint[] = [
  createKey,
  listKeys,
  updateKey,
  deleteKey,
  exchange,
  revokeSelf,
  resolveUser,
];
