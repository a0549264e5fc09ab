import type { Asked } from "@svc/core/permission";
import { permissionSentences } from "../catalogue/permission_sentence.ts";

/** What an extension asks to be allowed, in plain words. */
export function PermissionList({ permissions, models }: Asked) {
  const sentences = permissionSentences(permissions, models);
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
