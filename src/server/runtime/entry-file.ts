/** A file that runs as a process of its own: beside its user in the sources, beside the server in the build. */
export function entryFile(name: string, userUrl: string): URL {
  if (userUrl.endsWith(".ts")) return new URL(`./${name}.ts`, userUrl);
  return new URL(userUrl.includes("/assets/") ? `../${name}.js` : `./${name}.js`, userUrl);
}
