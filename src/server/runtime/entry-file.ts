/** The file of a separate process: next to the file that starts it in the sources, next to the server in the build. */
export function entryFile(name: string, userUrl: string): URL {
  if (userUrl.endsWith(".ts")) return new URL(`./${name}.ts`, userUrl);
  return new URL(userUrl.includes("/assets/") ? `../${name}.js` : `./${name}.js`, userUrl);
}
