export { coloredAs, withoutColors } from "./colors.ts";
export { createRedactor } from "./redactor.ts";
export { SHORTEST_SECRET } from "./pattern.ts";
