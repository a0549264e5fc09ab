/**
 * The seconds a `Retry-After` header asks to wait: seconds, rounded up, or until an HTTP date.
 * Undefined when the header is absent, malformed or in the past.
 */
export function retryAfterSeconds(header: string | null, now: Date): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text));
  if (/^-/.test(text)) return undefined;
  const seconds = Math.ceil((Date.parse(text) - now.getTime()) / 1000);
  return seconds > 0 ? seconds : undefined;
}
