import { SvcError } from "@svc/core/error";

/** The refusal that taking from buckets throws; undefined when there was enough. */
export function refusalOf(take: () => void): SvcError | undefined {
  try {
    take();
    return undefined;
  } catch (error) {
    if (error instanceof SvcError) return error;
    throw error;
  }
}
