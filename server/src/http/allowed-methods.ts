import type { Route } from '@cresyl/contract/route'
import { routes } from '@cresyl/contract/routes'

const patterns = Object.values<Route>(routes).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^/api/${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
}))

/** The methods that the path takes, to tell a wrong method from a wrong address. */
export function allowedMethods(path: string): string[] {
  return patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
}
