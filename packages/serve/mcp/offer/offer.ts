import type { MethodDescriptor } from "@svc/core/descriptor";
import type { Permissions } from "@svc/core/permission";
import type { FoundDefinition } from "@svc/runtime/definitions";
import type { ResolvedType } from "@svc/runtime/types";

/** What a person granted to an extension. */
export interface Granted {
  permissions: Permissions;
  /** In words, one a line. */
  lines: string[];
  /** False for a pulled extension that nobody has agreed to run as it is here. */
  agreed: boolean;
}

/** A method of a behavior that the caller may run. */
export interface Offer {
  /** The name of its tool. */
  tool: string;
  found: FoundDefinition;
  resolved: ResolvedType;
  method: MethodDescriptor;
  /** Whose code it is: an extension, or the type where it belongs to none. */
  author: string;
  granted: Granted;
}

/** A behavior that the caller may see. */
export interface OfferedBehavior {
  name: string;
  /** Normalized. */
  type: string;
  /** Methods that are offered; empty while the type is not installed. */
  offers: Offer[];
}
