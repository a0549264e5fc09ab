import { visibleName } from "@svc/core/text";
import { sourceHref } from "../address/links.ts";

/** Where a file or folder stands, each folder above it linked. */
export function PathLinks({ name, version, path }: {
  name: string;
  version: string;
  path: string;
}) {
  const segments = path.split("/");
  return (
    <nav class="path-links" aria-label="Folders">
      <a href={sourceHref(name, version)}>Files</a>
      {segments.map((segment, index) => (
        <>
          <span aria-hidden="true">/</span>
          {index === segments.length - 1
            ? <b aria-current="page">{visibleName(segment)}</b>
            : (
              <a href={sourceHref(name, version, segments.slice(0, index + 1).join("/"))}>
                {visibleName(segment)}
              </a>
            )}
        </>
      ))}
    </nav>
  );
}
