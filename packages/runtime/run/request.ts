import type { Order } from "./order/order.ts";
import type { Limits } from "./order/limits.ts";
import type { Listener } from "./order/listener.ts";
import type { Person } from "./order/person.ts";
import type { MakeReports } from "./record/after_method.ts";

/** A run to be made. Each step of it gets only its part of this. */
export interface RunRequest extends Order, Person, Limits, Listener {
  /** Makes the reports on the method once it has ended; none are made without. */
  reports?: MakeReports | undefined;
}

/** How a method is run, whatever it is. */
export type RunOptions = Omit<RunRequest, "definition" | "method" | "inputs" | "typed" | "parent">;
