import {
  BehaviorDetails,
  BehaviorSearch,
  CompactDescription,
  DataItem,
  DataList,
  DataQuery,
  DataSearch,
  DataVerification,
  DataVersions,
  NamedRun,
  ReportContent,
  ReportList,
  RunHistory,
  RunLog,
  TypeDescription,
  TypeSearch,
  WrittenData,
} from "@svc/core/answer";
import { z } from "zod";
import type { OperationKey } from "../api/table.ts";
import { RunPage, RunView } from "./run.ts";
import { ScheduleList, ScheduleView } from "./schedule.ts";
import { Health, OpenApi, Ready, ServerIdentity } from "./service.ts";
import { WebhookDeliveries, WebhookList } from "./webhook.ts";

const Described = z.union([TypeDescription, CompactDescription]);

/**
 * What each operation answers. The handlers' results, the description of the interface and what clients
 * are given are typed by it.
 */
export const ANSWERS = {
  "service.health": Health,
  "service.ready": Ready,
  "service.whoami": ServerIdentity,
  "service.openapi": OpenApi,
  "service.metrics": z.string(),
  "types.search": TypeSearch,
  "types.describe": Described,
  "behaviors.search": BehaviorSearch,
  "behaviors.get": BehaviorDetails,
  "behaviors.describe": Described,
  "behaviors.history": RunHistory,
  "behaviors.output": NamedRun,
  "behaviors.logs": RunLog,
  "behaviors.written": WrittenData,
  "runs.start": RunView,
  "runs.list": RunPage,
  "runs.get": RunView,
  "runs.events": z.string(),
  "runs.cancel": RunView,
  "data.list": DataList,
  "data.query": DataQuery,
  "data.search": DataSearch,
  "data.listOf": DataList,
  "data.get": DataItem,
  "data.content": z.string().describe("The bytes as they were written"),
  "data.versions": DataVersions,
  "data.verify": DataVerification,
  "reports.list": ReportList,
  "reports.get": ReportContent,
  "schedules.list": ScheduleList,
  "schedules.pause": ScheduleView,
  "schedules.resume": ScheduleView,
  "schedules.run": RunView,
  "webhooks.list": WebhookList,
  "webhooks.deliveries": WebhookDeliveries,
} as const satisfies Record<OperationKey, z.ZodType>;

/** What an operation answers. */
export type Answer<Key extends OperationKey> = z.output<(typeof ANSWERS)[Key]>;
