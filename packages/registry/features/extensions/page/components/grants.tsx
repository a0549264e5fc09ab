import type { PermissionSentence } from "../catalogue/permission_sentence.ts";

/** Permissions as sentences, each with the exact grants behind it. */
export function Grants({ sentences }: { sentences: PermissionSentence[] }) {
  return (
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
  );
}
