import type { FastifyInstance } from 'fastify'

export interface ServedAddress {
  method: string
  /** As it was registered, with `:name` for parameters. */
  path: string
}

const row = /^((?:│ {3}| {4})*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/

/** Every address that the server answers at, by its own account: also those that no declaration speaks of. */
export function routeTable(app: FastifyInstance): ServedAddress[] {
  const table: ServedAddress[] = []
  const parents: string[] = []
  for (const line of app.printRoutes().split('\n')) {
    const [found, indent = '', part = '', methods] = row.exec(line) ?? []
    if (found === undefined) continue
    parents.length = indent.length / 4
    const path = (parents.at(-1) ?? '') + part.replace('(empty root node)', '')
    parents.push(path)
    for (const method of methods?.split(', ') ?? []) table.push({ method, path })
  }
  return table
}

/** The address with an id in place of each parameter. */
export function addressWith(path: string, id: string): string {
  return path.replaceAll(/:\w+(\|:\w+)*/g, id).replace('*', id)
}
