import { readFile } from "node:fs/promises";

/** The content and the taken nights are in files instead of a database. */
const read = async (name) => JSON.parse(await readFile(`${process.env.DATA}/${name}.json`, "utf8"));
export const readContent = () => read("content");
export const readNights = () => read("nights");
