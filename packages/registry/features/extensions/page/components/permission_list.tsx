import type { Contents } from "@svc/core/descriptor";
import { type Asked, placeholderSources } from "@svc/core/permission";
import { permissionSentences } from "../catalogue/permission_sentence.ts";
import { Grants } from "./grants.tsx";

/** The permissions of a version, as far as its contents are known. */
export function Permissions({ contents }: { contents: Contents | undefined }) {
  if (contents === undefined) return <p class="quiet">Shown once a version is published.</p>;
  return (
    <PermissionList
      permissions={contents.permissions}
      models={placeholderSources(contents)}
      declares={contents.described === "evaluated"}
    />
  );
}

/**
 * What an extension asks to be allowed, in plain words. One that another tool made `declares` nothing,
 * as that tool knows no permissions: it may need some all the same.
 */
function PermissionList({ permissions, models, declares }: Asked & { declares: boolean }) {
  const sentences = permissionSentences(permissions, models);
  if (sentences.length === 0 && !declares) {
    return <p>Declares no permissions. It can use only what you allow yourself.</p>;
  }
  if (sentences.length === 0) {
    return <p>No permissions: no network, no programs, no files, no environment variables.</p>;
  }
  return (
    <>
      <Grants sentences={sentences} />
      <p class="quiet">
        Nothing else is allowed while it runs. svc asks you before the first run.
      </p>
    </>
  );
}
