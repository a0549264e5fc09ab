import type { WorkflowDescriptor, WorkflowJob, WorkflowStep } from "@svc/core/descriptor";
import { parse } from "yaml";
import { Unreadable } from "../source_text/mod.ts";

/** Longer ones are not read: parsing takes far longer than the bytes suggest. */
const MOST_BYTES = 200_000;

/** Jobs of a workflow, and steps of a job, that are listed. */
const MOST_PARTS = 200;

/**
 * What a workflow's YAML says (extension format reference §1.3).
 *
 * @throws Unreadable when it is not a YAML mapping with a name, or too long
 */
export function workflowText(file: string, bytes: Uint8Array): WorkflowDescriptor {
  if (bytes.length > MOST_BYTES) throw new Unreadable("is too long to be read");
  const workflow = mappingOf(new TextDecoder().decode(bytes));
  const { id, name } = workflow;
  if (typeof name !== "string") throw new Unreadable("has no name");
  return {
    file,
    ...(typeof id === "string" ? { id } : {}),
    name,
    description: words(workflow.description),
    jobs: mappings(workflow.jobs).map(jobOf),
  };
}

function mappingOf(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = parse(text, { logLevel: "error" });
  } catch (cause) {
    throw new Unreadable("is not YAML", { cause });
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new Unreadable("is not a YAML mapping");
}

function jobOf(job: Record<string, unknown>): WorkflowJob {
  return {
    name: words(job.name),
    description: words(job.description),
    steps: mappings(job.steps).map(stepOf),
  };
}

function stepOf(step: Record<string, unknown>): WorkflowStep {
  const [task = {}] = mappings([step.task]);
  return {
    name: words(step.name),
    description: words(step.description),
    taskType: words(task.type),
    modelIdOrName: words(task.modelIdOrName ?? task.workflowIdOrName),
    methodName: words(task.methodName),
  };
}

function mappings(list: unknown): Record<string, unknown>[] {
  if (!Array.isArray(list)) return [];
  return list.filter((one) => typeof one === "object" && one !== null && !Array.isArray(one))
    .slice(0, MOST_PARTS);
}

function words(value: unknown): string {
  return typeof value === "string" ? value : "";
}
