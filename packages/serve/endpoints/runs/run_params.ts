import { z } from "zod";

/** Parameters of a path about a run. */
export const RUN_PARAMS = z.object({ run: z.string() });
