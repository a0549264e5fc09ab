/** Whether the other end has what one of these tags stands for already (`If-None-Match`, RFC 9110, 13.1.2). */
export function isUnchanged(known: string | null, ...etags: readonly string[]): boolean {
  if (known === null) return false;
  return known.trim() === "*" ||
    known.split(",").some((one) => etags.includes(one.trim().replace(/^W\//, "")));
}
