import type { Route } from '@cresyl/contract/api/route'
import { eventStream } from '@cresyl/contract/events'
import { routes } from '@cresyl/contract/routes'
import { streamedRoutes } from '@cresyl/contract/streamed-routes'

const addresses: Pick<Route, 'method' | 'path'>[] = [
  ...Object.values<Route>(routes),
  ...Object.values<Route>(streamedRoutes),
  { method: 'GET', path: eventStream.path },
]
const patterns = addresses.map(({ method, path }) => ({
  method,
  hasParameter: path.includes('{'),
  pattern: new RegExp(`^/api/${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
}))

/** The methods that the path takes, to tell a wrong method from a wrong address. */
export function allowedMethods(path: string): string[] {
  const matching = patterns.filter(({ pattern }) => pattern.test(path))
  // What has an address of its own, such as organizations/current, is not the id of another route.
  const own = matching.filter(({ hasParameter }) => !hasParameter)
  return (own.length > 0 ? own : matching).map(({ method }) => method)
}
