import { z } from "zod";

/** A path with a collective's slug and a token's id. */
export const TOKEN_PARAMS = z.object({ slug: z.string(), tokenId: z.uuid() });
