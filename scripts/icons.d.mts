/** Types of `icons.mjs`, for its test. */
export const FILES: Record<string, string>;
export function iconsFile(path: string): Promise<string>;
