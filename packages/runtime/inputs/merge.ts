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
    const merged = isMapping(before) && isMapping(value) ? mergeInto({ ...before }, value) : value;
    Object.defineProperty(base, key, {
      value: merged,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return base;
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
