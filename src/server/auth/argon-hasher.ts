import { argon2 as derive } from "node:crypto";
import type { Argon2Task } from "./child-hasher.ts";

/** The child process in which passwords are hashed, one at a time. It ends when the server that started it ends. */
process.on("message", ({ message, nonce, memory, passes, parallelism, tagLength }: Argon2Task) => {
  derive("argon2id", { message, nonce, memory, passes, parallelism, tagLength }, (error, tag) => {
    if (error) throw error;
    process.send?.(tag);
  });
});
process.on("disconnect", () => process.exit());
