import { LIMITS } from "@svc/core/limit";
import { z } from "zod";
import { LINE } from "@svc/http/input";

/** A path with a collective's slug and a member's id. */
export const MEMBER_PARAMS = z.object({ slug: z.string(), memberId: z.uuid() });

/** A collective's description; null for none. */
export const DESCRIPTION = LINE.max(LIMITS.collectiveDescriptionCharacters).nullable();
