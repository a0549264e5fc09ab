import type { Endpoint } from "../http/endpoint.ts";

/** The endpoints of publishing, reading and the life of extensions. */
export const EXTENSION_ENDPOINTS: readonly Endpoint[] = [];
