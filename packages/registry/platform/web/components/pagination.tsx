import type { PageMeta } from "@svc/core/wire";

interface PaginationProps {
  meta: PageMeta;
  /** The address of a page. */
  href: (page: number) => string;
}

/** Previous and next, and where one is. Nothing when all fits on one page. */
export function Pagination({ meta, href }: PaginationProps) {
  const pages = Math.ceil(meta.total / meta.perPage);
  if (pages <= 1) return null;
  return (
    <nav class="pagination" aria-label="Pages">
      {meta.page > 1 ? <a rel="prev" href={href(meta.page - 1)}>Previous page</a> : <span />}
      <span>Page {meta.page} of {pages}</span>
      {meta.page < pages ? <a rel="next" href={href(meta.page + 1)}>Next page</a> : <span />}
    </nav>
  );
}
