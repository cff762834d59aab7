/** Types of `icons.mjs`, for its test. */
export function iconsFile(): Promise<string>;
