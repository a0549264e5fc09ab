import { sourcePath, withoutWorkspace } from "./source_path.ts";
import type { Workspace } from "./workspace.ts";

const COMPLAINT = /^(?:Warning|error:) (.+)$/m;
const PLACE = /^\s+at (file:\S+?):(\d+):\d+$/m;

/**
 * The first warning or error that a documentation tool printed, with its place; undefined when it
 * was content. A warning matters as much as an error: the tool goes on without the module it is
 * about, and what that module exports would go uncounted.
 */
export function firstComplaint(stderr: string, workspace: Workspace): string | undefined {
  const complaint = COMPLAINT.exec(stderr);
  if (!complaint) return undefined;
  const place = PLACE.exec(stderr.slice(complaint.index));
  const message = withoutWorkspace(complaint[1]!, workspace);
  return place ? `${sourcePath(place[1]!, workspace)}:${place[2]}: ${message}` : message;
}

/** What to say of a tool that failed: its first complaint, else its first words. */
export function failureOf(stderr: string, workspace: Workspace): string {
  const words = stderr.split("\n").find((line) => line.trim() !== "")?.trim();
  return firstComplaint(stderr, workspace) ??
    (words
      ? withoutWorkspace(words, workspace)
      : "the documentation tool failed without a message");
}
