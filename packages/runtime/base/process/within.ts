import { SvcError } from "@svc/core/error";
import { after } from "@svc/core/timer";

/** What ends a wait. */
interface WithinOptions {
  /** What takes so long, for error messages: `The query`. */
  task: string;
  /** Milliseconds. */
  timeLimitMs: number;
  signal?: AbortSignal | undefined;
}

/**
 * What `work` gives, unless the time passes or the signal aborts first. The work itself goes on; end
 * it where this throws.
 *
 * @throws SvcError `timeout`, `cancelled`, naming the task.
 */
export async function within<Result>(
  work: Promise<Result>,
  { task, timeLimitMs, signal }: WithinOptions,
): Promise<Result> {
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const cancel = () => reject(new SvcError("cancelled", `${task} was cancelled`));
  using _limit = after(timeLimitMs, () => {
    reject(new SvcError("timeout", `${task} took longer than ${timeLimitMs / 1000} s`));
  });
  signal?.addEventListener("abort", cancel, { once: true });
  if (signal?.aborted) cancel();
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal?.removeEventListener("abort", cancel);
  }
}
