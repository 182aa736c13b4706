/** The only place of the server that looks at the environment. */
export function readEnvironment(): Record<string, string | undefined> {
  return process.env
}
