import type { Endpoint } from "../../access/endpoint/endpoint.ts";
import { whoami } from "./whoami.ts";

/** Who the caller is. */
export const IDENTITY_ENDPOINTS: readonly Endpoint[] = [whoami];
