import { z } from "zod";

const REFUSED = "must not contain control characters";

// Patterns are sent in OpenAPI documents: Python, Go and Java know no \p{Bidi_Control}, and a
// generator that writes U+2028 into a literal breaks it.

/** One line of text, without marks that turn the reading direction of what stands beside it. */
export const LINE = z.string().trim().regex(
  // deno-lint-ignore no-control-regex
  /^(?:[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2027-\u202e\u2066-\u2069]|\u2027)*$/,
  REFUSED,
);

/** Text of one or several lines. */
export const TEXT = z.string().trim().regex(
  // deno-lint-ignore no-control-regex
  /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*$/,
  REFUSED,
);
