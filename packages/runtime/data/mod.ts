// The data of behaviors: folders of versions, which are the truth, found by an index beside them.
export * from "./store/item.ts";
export * from "./change.ts";
export * from "./collect.ts";
export * from "./content.ts";
export * from "./filter.ts";
export * from "./list.ts";
export * from "./page.ts";
export * from "./query.ts";
export * from "./query_answer.ts";
export * from "./record.ts";
export * from "./search.ts";
