import { LIMITS } from "../limit/limits.ts";
import type { Trial } from "./trial_shape.ts";

const DAY_MS = 86_400_000;

/** The trial of a collective whose clock began at `startedAt`, by elapsed time. Changes words only, never rights. */
export function trialAt(startedAt: Date | null, now: Date): Trial {
  const totalDays = LIMITS.trialDays;
  if (startedAt === null) {
    return { state: "none", startedAt: null, endsAt: null, daysRemaining: 0, totalDays };
  }
  const elapsed = Math.max(0, Math.floor((now.getTime() - startedAt.getTime()) / DAY_MS));
  const endsAt = new Date(startedAt.getTime() + totalDays * DAY_MS);
  const active = elapsed < totalDays;
  return {
    state: active ? "active" : "expired",
    startedAt: startedAt.toISOString(),
    endsAt: endsAt.toISOString(),
    dayNumber: elapsed + 1,
    daysRemaining: active ? totalDays - elapsed : 0,
    totalDays,
  };
}
