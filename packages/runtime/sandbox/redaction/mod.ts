export { coloredAs, withoutColors } from "./colors.ts";
export { SHORTEST_SECRET } from "./pattern.ts";
