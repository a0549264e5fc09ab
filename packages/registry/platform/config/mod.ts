export * from "./config.ts";
export * from "./data_folder.ts";
export * from "./help.ts";
export * from "./settings.ts";
