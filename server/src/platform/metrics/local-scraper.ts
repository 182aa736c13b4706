import type { IncomingMessage } from 'node:http'
import { isLoopback } from '../config/addresses.ts'

/** What proxies add. One on this machine has a loopback address too, but those it speaks for are anywhere. */
const forwarding = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

/**
 * Whether the request was sent on this machine and to it. The name it is sent to must be a loopback one as well:
 * a proxy that adds no header, or a page whose name was pointed at this machine, would come with another.
 */
export function isLocalScraper({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean {
  const peer = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  const { hostname } = new URL(`http://${URL.canParse(`http://${headers.host}`) ? headers.host : 'unknown'}`)
  return isLoopback(peer) && isLoopback(hostname) && !forwarding.some((name) => name in headers)
}

export const notLocal =
  'Metrics are for programs on the same machine: ask at a loopback address, and not through a proxy.'
