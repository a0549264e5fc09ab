import { isRecord } from "@svc/core/json";

/**
 * Lays `over` on `base`, mapping by mapping; anything but a mapping replaces. Changes and returns `base`.
 * Keys that would reach an object's prototype become ordinary keys.
 */
export function mergeInto(
  base: Record<string, unknown>,
  over: Record<string, unknown>,
): Record<string, unknown> {
  for (const [key, value] of Object.entries(over)) {
    const before = Object.hasOwn(base, key) ? base[key] : undefined;
    const merged = isRecord(before) && isRecord(value) ? mergeInto({ ...before }, value) : value;
    Object.defineProperty(base, key, {
      value: merged,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return base;
}
