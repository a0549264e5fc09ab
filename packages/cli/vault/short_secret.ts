import { SHORTEST_SECRET } from "@svc/runtime/redaction";

/** True for a value that is too short to be hidden in output. */
export function isShort(value: string): boolean {
  return value.length < SHORTEST_SECRET;
}

/** What to say of a value that cannot be hidden, or undefined. */
export function shortSecretWarning(key: string, value: string): string | undefined {
  if (!isShort(value)) return undefined;
  return `${key} has fewer than ${SHORTEST_SECRET} characters: svc cannot hide it in output and logs, ` +
    "because so few characters also appear in other words";
}
