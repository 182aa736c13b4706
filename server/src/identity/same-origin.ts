import type { IncomingHttpHeaders } from 'node:http'

/** Whether a form was sent by one of our own pages: the browser says so in two ways, and neither may object. */
export function isSameOriginPost(headers: IncomingHttpHeaders, ownOrigin: string): boolean {
  const site = headers['sec-fetch-site']
  const { origin } = headers
  if (site !== undefined && site !== 'same-origin') return false
  if (origin === undefined || origin === 'null') return site === 'same-origin'
  return origin === ownOrigin
}
