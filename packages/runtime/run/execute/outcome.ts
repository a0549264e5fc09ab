import { isSvcError, SvcError } from "@svc/core/error";
import type { RunData } from "../../data/store/run_data.ts";
import type { DataArtifact } from "../calls/event.ts";
import type { OutputSecrets } from "../calls/output_secrets.ts";
import type { Journal } from "../record/journal.ts";
import { markDeleted } from "./life.ts";
import type { DataHandle } from "../../sandbox/protocol.ts";
import type { RunSubject } from "../prepare/subject.ts";

/** What becomes of the data that a run writes. */
export interface Outcome {
  data: RunData;
  secrets: OutputSecrets;
  /** Takes what was written. */
  wrote(artifact: DataArtifact, handle: DataHandle): void;
  /**
   * Ends the run's writing: published, or forgotten when it was held back and the run failed. After a
   * delete method, what the behavior had is marked as deleted.
   *
   * @returns the failure as people are told it, also one that comes up here
   */
  settle(failure: SvcError | undefined): Promise<SvcError | undefined>;
}

/** What becomes of a run's writing depends on where it goes. */
interface OutcomeInput {
  data: RunData;
  secrets: OutputSecrets;
  /** True when nothing is kept of a run that fails. */
  holdBack: boolean;
}

/** The outcome of a run that begins to write. */
export function outcomeOf(
  { resolved, method, order }: RunSubject,
  journal: Journal,
  { data, secrets, holdBack }: OutcomeInput,
): Outcome {
  const held: [DataArtifact, DataHandle][] = [];
  const announce = (artifact: DataArtifact, handle: DataHandle) => {
    journal.wrote(artifact);
    order.parent?.onHandle(handle);
  };
  const forget = async (failure: SvcError): Promise<SvcError> => {
    if (holdBack) data.discard();
    await secrets.end({ kept: !holdBack });
    return holdBack ? withoutData(failure) : failure;
  };
  return {
    data,
    secrets,
    wrote: (artifact, handle) =>
      void (holdBack ? held.push([artifact, handle]) : announce(artifact, handle)),
    async settle(failure) {
      if (failure !== undefined) return await forget(failure);
      try {
        const deleted = await markDeleted(data, resolved.model, method);
        data.publish();
        if (deleted.length > 0) journal.log("info", `Marked as deleted: ${deleted.join(", ")}`);
      } catch (error) {
        if (!isSvcError(error)) throw error;
        return await forget(error);
      }
      await secrets.end({ kept: true });
      for (const [artifact, handle] of held) announce(artifact, handle);
      return undefined;
    },
  };
}

/** The refusal of a run of which nothing was kept. */
function withoutData(failure: SvcError): SvcError {
  const { code, message, status, details, cause } = failure;
  const hint = failure.hint?.replace("Data written before stays.", "").trim() ?? "";
  return new SvcError(code, message, {
    status,
    cause,
    hint: `The method discards the data of a failed run. ${hint}`.trim(),
    details,
  });
}
