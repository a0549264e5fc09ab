import type { EngineParts } from "../schedules/engine.ts";
import { openSchedules, type Schedules } from "../schedules/open.ts";
import { openWebhooks, type Webhooks } from "../webhooks/open.ts";

/** What starts runs by itself. */
export interface Triggers {
  schedules: Pick<Schedules, "counts">;
  webhooks: Pick<Webhooks, "answer" | "counts" | "refused">;
}

/** What triggers depend on. */
export interface TriggerParts extends EngineParts {
  /** Aborted when nothing more is to start. */
  stopping: AbortSignal;
  /** Takes what is to be closed. */
  closing: AsyncDisposableStack;
}

/** Opens what starts runs by itself, until `stopping`. */
export function openTriggers(parts: TriggerParts): Triggers {
  const { closing } = parts;
  return {
    schedules: closing.use(openSchedules(parts)),
    webhooks: closing.use(openWebhooks(parts)),
  };
}
