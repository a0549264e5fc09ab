import { plural } from "../catalogue/plural.ts";
import { MOST_WEEKS, type PullsByWeek } from "../../pulls/by_week.ts";
import { Section } from "../../../../platform/web/components/section.tsx";

const HEIGHT = 48;
/** From bar to bar, and what of it is the bar. */
const STEP = 8;
const BAR = 6;

/** Pulls by week in words, and as bars and a table from the second week on. */
export function PullsChart({ weeks, unknownBefore }: PullsByWeek) {
  const [first, last] = [weeks[0], weeks.at(-1)];
  if (first === undefined || last === undefined) return null;
  const total = totalOf(weeks);
  return (
    <Section class="pulls" id="pulls" title="Pulls by week">
      {weeks.length > 1 ? <Bars weeks={weeks} /> : null}
      <p class="quiet">
        {last.pulls.toLocaleString("en")} this week, {total.toLocaleString("en")} since{" "}
        {first.week}.
        {unknownBefore ? " Weeks before that are not known." : null}
      </p>
      {weeks.length > 1 ? <Table weeks={weeks} /> : null}
    </Section>
  );
}

type Weeks = Pick<PullsByWeek, "weeks">;

/** The newest at the right edge. */
function Bars({ weeks }: Weeks) {
  const most = Math.max(...weeks.map(({ pulls }) => pulls));
  const empty = MOST_WEEKS - weeks.length;
  return (
    <svg
      viewBox={`0 0 ${MOST_WEEKS * STEP} ${HEIGHT}`}
      role="img"
      aria-label={`${plural(totalOf(weeks), "pull")} since ${weeks[0]!.week}, at most ${
        most.toLocaleString("en")
      } in a week`}
    >
      {weeks.map(({ week, pulls }, at) => {
        // A week without pulls is a line: one that is not known is nothing.
        const height = pulls === 0 ? 1 : Math.max(2, HEIGHT * pulls / most);
        return (
          <rect
            class={pulls === 0 ? "bar-none" : "bar"}
            x={(empty + at) * STEP + 1}
            y={(HEIGHT - height).toFixed(1)}
            width={BAR}
            height={height.toFixed(1)}
          >
            <title>{`Week of ${week}: ${plural(pulls, "pull")}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}

function Table({ weeks }: Weeks) {
  return (
    <details>
      <summary>As a table</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Week of</th>
            <th scope="col">Pulls</th>
          </tr>
        </thead>
        <tbody>
          {weeks.toReversed().map(({ week, pulls }) => (
            <tr>
              <th scope="row">{week}</th>
              <td>{pulls.toLocaleString("en")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function totalOf(weeks: PullsByWeek["weeks"]): number {
  return weeks.reduce((sum, { pulls }) => sum + pulls, 0);
}
