import type { ExtensionAuthor } from "@svc/core/wire";

/** Who published: a person by name; a collective, whose token published, with a link to it. */
export function Author({ author }: { author: ExtensionAuthor }) {
  return author.kind === "person"
    ? (
      <span>
        <a href={`/u/${author.username}`}>{author.displayName}</a>
      </span>
    )
    : (
      <span>
        the collective <a href={`/collectives/${author.username}`}>{author.displayName}</a>
      </span>
    );
}
