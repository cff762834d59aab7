/** The largest archive accepted by upload; import larger ones on the command line. */
export const MAX_IMPORT_BYTES = 2 * 1024 ** 3;

/** The archive, its unpacked files and the database built from them are on the disk at the same time. */
export const DISK_PER_IMPORTED_BYTE = 4;
