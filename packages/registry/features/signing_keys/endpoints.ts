import type { Endpoint } from "../../access/endpoint/endpoint.ts";
import { create } from "./create.ts";
import { list } from "./list.ts";
import { revoke } from "./revoke.ts";

/** Keys that sign versions of a collective (trust 3.3). */
export const SIGNING_KEY_ENDPOINTS: readonly Endpoint[] = [list, create, revoke];
