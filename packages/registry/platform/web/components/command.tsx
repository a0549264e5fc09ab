import { Icon } from "@svc/http/page";

interface CommandProps {
  /** Unique on the page. */
  id: string;
  command: string;
  /** What is copied, for the button's accessible name. */
  what: string;
}

/** A command to type, with a copy button where scripts run. */
export function Command({ id, command, what }: CommandProps) {
  return (
    <div class="command">
      <code id={id} tabindex={0}>{command}</code>
      <button type="button" class="copy" data-copy={id} hidden>
        <Icon name="copy" />
        <span data-label aria-live="polite">Copy</span>
        <span class="visually-hidden">{what}</span>
      </button>
    </div>
  );
}
