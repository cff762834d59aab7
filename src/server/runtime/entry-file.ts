/**
 * The file that a separate process runs. In the sources, it is next to the file that starts the process; in the build,
 * it is next to the server.
 */
export function entryFile(name: string, userUrl: string): URL {
  if (userUrl.endsWith(".ts")) return new URL(`./${name}.ts`, userUrl);
  return new URL(userUrl.includes("/assets/") ? `../${name}.js` : `./${name}.js`, userUrl);
}
