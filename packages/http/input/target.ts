/** The path and query of an absolute URL as they were sent: percent signs stay. */
export function targetOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  return start < 0 ? "/" : url.slice(start);
}

/** The path of an absolute URL as it was sent. */
export function pathOf(url: string): string {
  const target = targetOf(url);
  const end = target.search(/[?#]/);
  return end < 0 ? target : target.slice(0, end);
}
