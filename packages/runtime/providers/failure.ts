import { SvcError } from "@svc/core/error";
import { normalizeType } from "@svc/core/type";
import { sourceLocation } from "../extension/bundle/source_location.ts";
import type { ProviderRecord } from "../extension/describe/record.ts";
import type { ChildResult } from "../sandbox/child_talk.ts";
import type { ProviderFailure } from "../sandbox/protocol.ts";
import { invalid } from "./configuration.ts";
import type { ProviderLimits } from "./subject.ts";

/** Whose failure it is. */
type Failing = Pick<ProviderRecord, "kind" | "provider">;

/** The failure of a provider that did what none does, or could not be run. */
export function processFailure(failing: Failing, why: string, cause?: unknown): SvcError {
  const { kind } = failing;
  return new SvcError(`${kind}_failed`, `The ${kind} type ${nameOf(failing)} failed: ${why}`, {
    cause,
    hint: "Ask the publisher of the extension.",
  });
}

/** The failure of a provider whose process said why it could not be opened. */
export async function openFailure(
  failing: Failing,
  result: ChildResult | undefined,
  bundle: string,
): Promise<SvcError> {
  const { kind, provider } = failing;
  if (result?.t === "invalid" && result.what === "config") {
    return invalid(kind, provider, result.issues);
  }
  if (result?.t !== "failed") return processFailure(failing, "its process did something else");
  const words = await wordsOf(result, bundle);
  return new SvcError(
    `${kind}_failed`,
    `The ${kind} type ${nameOf(failing)} could not be opened: ${words}`,
    { hint: "Look at its configuration, or ask the publisher of the extension." },
  );
}

/** The failure of a provider whose process ended before it had answered. */
export function endedFailure(
  failing: Failing,
  error: SvcError,
  { memoryMb, diskMb }: ProviderLimits,
): SvcError {
  switch (error.code) {
    case "memory_limit":
      return processFailure(failing, `it needed more than ${memoryMb} MB of memory`);
    case "disk_limit":
      return processFailure(failing, `it filled more than ${diskMb} MB of temporary disk space`);
    case "timeout":
    case "cancelled":
      return processFailure(failing, "its process was ended");
    case "run_failed":
      return processFailure(failing, error.message);
    default:
      // Such as a permission that is granted to nobody: that names what to do.
      return error;
  }
}

/** What a provider threw, with the place in its sources. */
export async function wordsOf(
  { name, message, stack }: Pick<ProviderFailure, "name" | "message"> & {
    stack?: string | undefined;
  },
  bundle: string,
): Promise<string> {
  const { place, native } = await sourceLocation({ message, stack }, bundle);
  const kind = name === "Error" || native !== undefined ? "" : `${name}: `;
  return `${kind}${native ?? message}${place === undefined ? "" : ` (${place})`}`;
}

export function nameOf({ provider }: Failing): string {
  return normalizeType(provider.type);
}
