import { inSpan } from "../../../platform/tracing/span.ts";
import { type Analyst, handled } from "./analyst.ts";

/** An analyst whose work has spans: one until an archive is read, one until its facts are there. */
export function tracedAnalyst(analyst: Analyst): Analyst {
  return {
    ...analyst,
    async open(...task) {
      const opened = await inSpan("analysis", {}, () => analyst.open(...task));
      return { ...opened, facts: handled(inSpan("analysis", {}, () => opened.facts)) };
    },
  };
}
