import { PlatformFailure } from "./failure.ts";

/** True for a refusal that says that something is no more, or never was. */
export function isGone(error: unknown): error is PlatformFailure {
  return error instanceof PlatformFailure && (error.code === "gone" || error.code === "not_found");
}
