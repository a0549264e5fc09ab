import { z } from "zod";

/** A collective's trial clock (spec §3.2; reference wire 2). */
export const Trial = z.object({
  state: z.enum(["none", "active", "expired"]),
  startedAt: z.iso.datetime().nullable(),
  endsAt: z.iso.datetime().nullable(),
  dayNumber: z.int().positive().exactOptional().meta({
    description: "1 on the first day; missing when there is no trial.",
  }),
  daysRemaining: z.int().nonnegative().meta({
    description: "Whole days left, counting today; 0 once expired.",
  }),
  totalDays: z.int().positive(),
});
export type Trial = z.output<typeof Trial>;
