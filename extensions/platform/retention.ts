/** How long an output is kept that has no rule of its own: ten versions, until they are deleted. */
export const RETENTION = { lifetime: "infinite", garbageCollection: 10 } as const;
