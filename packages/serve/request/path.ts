/** The path and query of an absolute URL as they were sent: percent signs stay. */
export function targetOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  return start < 0 ? "/" : url.slice(start);
}

/** The path of an absolute URL as it was sent. */
export function pathOf(url: string): string {
  return targetOf(url).split(/[?#]/, 1)[0]!;
}
