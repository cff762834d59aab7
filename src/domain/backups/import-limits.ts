/** What comes by a browser; whatever is larger goes by the command line. */
export const MAX_IMPORT_BYTES = 2 * 1024 ** 3;

/** The archive, what is unpacked from it and the database that is made of it lie on the disk at once. */
export const DISK_PER_IMPORTED_BYTE = 4;
