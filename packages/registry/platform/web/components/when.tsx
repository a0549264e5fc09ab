const DAY_MS = 86_400_000;

interface WhenProps {
  /** ISO 8601. */
  at: string;
  now: Date;
}

/** A moment as people say it, with the exact time behind it. */
export function When({ at, now }: WhenProps) {
  return <time datetime={at} title={at}>{relativeDay(new Date(at), now)}</time>;
}

/** When a key was last used, if ever. */
export function LastUsed({ at, now }: { at: string | null; now: Date }) {
  return at === null ? <>never used</> : (
    <>
      last used <When at={at} now={now} />
    </>
  );
}

/** `today`, `yesterday`, `12 days ago` within a month, then the date; the future likewise. */
export function relativeDay(at: Date, now: Date): string {
  const days = dayNumber(now) - dayNumber(at);
  if (days === 0) return "today";
  if (days === 1) return "yesterday";
  if (days === -1) return "tomorrow";
  if (days > 1 && days <= 30) return `${days} days ago`;
  if (days < -1 && days >= -30) return `in ${-days} days`;
  return at.toISOString().slice(0, 10);
}

function dayNumber(date: Date): number {
  return Math.floor(date.getTime() / DAY_MS);
}
