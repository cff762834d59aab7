/** What went wrong, in a sentence for who typed the command. */
export class CommandError extends Error {}
