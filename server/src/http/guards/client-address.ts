import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Who sent a request: the last sender that isn't one of our own proxies, as Fastify tells it for `trustProxy`. */
export function createClientAddress(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  if (trustedProxies.length === 0) return ({ socket }) => socket.remoteAddress ?? ''
  const trusted = new BlockList()
  for (const network of trustedProxies) {
    const [address = '', prefix] = network.split('/')
    if (prefix === undefined) trusted.addAddress(address, familyOf(address))
    else trusted.addSubnet(address, Number(prefix), familyOf(address))
  }
  const isTrusted = (address: string) => isIP(address) !== 0 && trusted.check(address, familyOf(address))

  return ({ socket, headers }) => {
    let address = socket.remoteAddress ?? ''
    const told = String(headers['x-forwarded-for'] ?? '').split(',')
    while (isTrusted(address)) {
      const before = told.pop()?.trim()
      if (!before) break
      address = before
    }
    return address
  }
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
