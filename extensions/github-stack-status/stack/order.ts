/** What of a pull request decides about its place. */
export interface Placed {
  number: number;
  /** Its own branch, when that is in the repository itself: only such a one can carry others. */
  branch: string | undefined;
  /** The branch it is to go into. */
  base: string;
  /** When it was merged, ISO 8601. */
  mergedAt: string | null;
}

/** A line of pull requests, each on top of the one before. */
export interface Branch {
  /** The branch that the first one goes into. */
  base: string;
  /** Base to tip. */
  numbers: number[];
}

/** Pull requests in order. */
export interface Order<Pull> {
  /** True when they are one line, base to tip. */
  ordered: boolean;
  /** Base to tip; in the given order when they are no single line. */
  pulls: Pull[];
  /** Every line from base to tip, when there is more than one. */
  branches: Branch[];
}

/**
 * Orders pull requests base to tip: one stands on another when its base is the other's branch. Those
 * that are merged already have left the line and come first, as their branch is usually gone.
 */
export function stackOrder<Pull extends Placed>(pulls: readonly Pull[]): Order<Pull> {
  const whole = oneLine(pulls);
  if (whole !== undefined) return { ordered: true, pulls: whole, branches: [] };
  const merged = pulls.filter(({ mergedAt }) => mergedAt !== null)
    .sort((one, other) =>
      one.mergedAt!.localeCompare(other.mergedAt!) || one.number - other.number
    );
  const rest = oneLine(pulls.filter(({ mergedAt }) => mergedAt === null));
  if (rest !== undefined) return { ordered: true, pulls: [...merged, ...rest], branches: [] };
  return { ordered: false, pulls: [...pulls], branches: lines(pulls) };
}

/** Those a pull request stands on, by number, and those that stand on it. */
interface Standing<Pull> {
  below: Map<number, Pull>;
  above: Map<number, Pull[]>;
}

function standing<Pull extends Placed>(pulls: readonly Pull[]): Standing<Pull> {
  const owner = new Map<string, Pull>();
  // Of two with one branch, to different bases, the older one carries what stands on it.
  for (const pull of [...pulls].sort((one, other) => other.number - one.number)) {
    if (pull.branch !== undefined) owner.set(pull.branch, pull);
  }
  const below = new Map<number, Pull>();
  const above = new Map<number, Pull[]>();
  for (const pull of pulls) {
    const carrier = owner.get(pull.base);
    if (carrier === undefined || carrier.number === pull.number) continue;
    below.set(pull.number, carrier);
    above.set(carrier.number, [...above.get(carrier.number) ?? [], pull]);
  }
  return { below, above };
}

/** All of them as one line, or undefined. */
function oneLine<Pull extends Placed>(pulls: readonly Pull[]): Pull[] | undefined {
  const { below, above } = standing(pulls);
  const roots = pulls.filter(({ number }) => !below.has(number));
  if (roots.length !== 1) return pulls.length === 0 ? [] : undefined;
  const line: Pull[] = [];
  for (let next = roots; next.length === 1; next = above.get(next[0]!.number) ?? []) {
    line.push(next[0]!);
  }
  return line.length === pulls.length ? line : undefined;
}

/** Each has one below at most, so there are no more lines than pull requests. */
function lines<Pull extends Placed>(pulls: readonly Pull[]): Branch[] {
  const { below, above } = standing(pulls);
  return pulls.filter(({ number }) => !above.has(number)).map((tip) => {
    const line = [tip];
    // Branches may stand on each other in a circle.
    for (
      let next = below.get(tip.number);
      next && !line.includes(next);
      next = below.get(next.number)
    ) line.unshift(next);
    return { base: line[0]!.base, numbers: line.map(({ number }) => number) };
  });
}
