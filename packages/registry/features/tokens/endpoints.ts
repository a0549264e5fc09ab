import type { Endpoint } from "../../access/endpoint/endpoint.ts";
import { create } from "./create.ts";
import { remove } from "./delete.ts";
import { list } from "./list.ts";
import { revoke } from "./revoke.ts";

/** Collective tokens (spec §4.2). */
export const TOKEN_ENDPOINTS: readonly Endpoint[] = [list, create, revoke, remove];
