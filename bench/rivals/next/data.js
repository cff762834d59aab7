import { readFile } from "node:fs/promises";

/** Files stand in for a database. */
const read = async (name) => JSON.parse(await readFile(`${process.env.DATA}/${name}.json`, "utf8"));
export const readContent = () => read("content");
export const readNights = () => read("nights");
