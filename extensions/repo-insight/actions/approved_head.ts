/** The head as an approval carries it, just before the marker that ends the comment. */
const HEAD =
  /<!-- svc:head:([0-9a-f]{40}(?:[0-9a-f]{24})?) -->\s*<!-- svc:key:[0-9a-f]{32} -->\s*$/;

/** A comment with the head that it approves, unseen by readers. */
export function withHead(comment: string, sha: string): string {
  return `${comment}\n\n<!-- svc:head:${sha} -->`;
}

/** The head that a comment approves; undefined when it names none at its end. */
export function approvedHead(comment: string): string | undefined {
  return HEAD.exec(comment)?.[1];
}
