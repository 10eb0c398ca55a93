/** What a grid needs seldom. It's loaded when a reader first does something that takes it. */
export { askColumn, askTimes } from "./grid-dialogs.ts";
export { openMenu } from "./grid-menu.ts";
export { changeColumn, duplicate, paste } from "./grid-steps.ts";
export { readCells } from "./tsv-read.ts";
