/** Native packages, which cannot be bundled and are loaded from node_modules. */
export const NATIVE_PACKAGES = ["better-sqlite3", "sharp"];

/** The lock file's entries for these packages and their dependencies, for every platform. */
export function lockedClosure(lock, names) {
  const found = {};
  const add = (name, from) => {
    const path = placeOf(lock, name, from);
    if (!path || found[path]) return;
    // A dependency that is also used by development tools must not be marked as a development package.
    const { dev: _, devOptional: __, ...entry } = lock.packages[path];
    found[path] = entry;
    for (const needed of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) add(needed, path);
  };
  for (const name of names) add(name, "");
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Resolves a package as Node does: first next to the importing package, then in the folders above it. */
function placeOf(lock, name, from) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("node_modules/") - 1))) {
    const path = `${folder ? `${folder}/` : ""}node_modules/${name}`;
    if (lock.packages[path]) return path;
    if (!folder) return null;
  }
}
