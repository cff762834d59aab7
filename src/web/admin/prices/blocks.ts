import type { Block } from "./blocks/block.ts";
import { CODE_BLOCKS, DATE_BLOCKS } from "./blocks/date-blocks.tsx";
import { DISCOUNT_BLOCKS } from "./blocks/discount-blocks.tsx";
import { FEE_BLOCKS } from "./blocks/fee-blocks.tsx";
import { NIGHT_BLOCKS } from "./blocks/night-blocks.tsx";
import { TIME_BLOCKS } from "./blocks/time-blocks.tsx";

/** The blocks are in the order in which the screen asks their questions. */
export const BLOCKS: Block[] = [
  ...NIGHT_BLOCKS,
  ...DATE_BLOCKS,
  ...DISCOUNT_BLOCKS,
  ...FEE_BLOCKS,
  ...TIME_BLOCKS,
  ...CODE_BLOCKS,
];
