import type { Asked } from "@svc/core/permission";
import { permissionSentences } from "../catalogue/permission_sentence.ts";

/**
 * What an extension asks to be allowed, in plain words. One that another tool made `declares` nothing,
 * as that tool knows no permissions: it may need some all the same.
 */
export function PermissionList({ permissions, models, declares = true }: Asked & {
  declares?: boolean;
}) {
  const sentences = permissionSentences(permissions, models);
  if (sentences.length === 0 && !declares) {
    return <p>Declares nothing. It can touch only what you allow it yourself.</p>;
  }
  if (sentences.length === 0) {
    return <p>Asks for nothing: no network, no programs, no files, no environment.</p>;
  }
  return (
    <>
      <ul class="permissions">
        {sentences.map((sentence) => (
          <li>
            {sentence.verb}
            <ul class="grants">
              {sentence.grants.map((grant) => (
                <li>
                  <code>{grant}</code>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <p class="quiet">
        Nothing else is allowed while it runs. You are asked before the first run.
      </p>
    </>
  );
}
