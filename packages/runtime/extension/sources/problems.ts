import { type ErrorCode, type ErrorDetail, SvcError } from "@svc/core/error";

/** Collects the problems of an extension's sources, so that all are told at once. */
export interface Problems {
  add(place: string, message: string): void;
  /** Throws when there is one. */
  done(): void;
}

/** Problems that end in one SvcError of `code`, a line for each. */
export function problems(code: ErrorCode, what: string, hint: string): Problems {
  const details: ErrorDetail[] = [];
  return {
    add(path, message) {
      if (!details.some((known) => known.path === path && known.message === message)) {
        details.push({ path, message });
      }
    },
    done() {
      if (details.length === 0) return;
      const lines = details.map((detail) => `  ${detail.path}: ${detail.message}`).join("\n");
      throw new SvcError(code, `${what}\n${lines}`, { hint, details });
    },
  };
}
