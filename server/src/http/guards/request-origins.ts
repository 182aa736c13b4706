import type { FastifyInstance, FastifyRequest } from 'fastify'
import { describeDevice, unknownDevice } from '../../identity/device.ts'
import { fromOrigin, type RequestOrigin } from '../../platform/request-origin.ts'

const longestClient = 60

/** Notes from where each request came, for the audit log. */
export function noteOrigins(app: FastifyInstance): void {
  const note = ({ ip, headers }: FastifyRequest, _reply: unknown, done: () => void) =>
    fromOrigin(originOf(ip, headers['user-agent']), done)
  app.addHook('onRequest', note)
  // Reading a body leaves the way that began with the request.
  app.addHook('preHandler', note)
}

/** What the client calls itself is looked at only where it is noted. */
export function originOf(address: string, userAgent = ''): RequestOrigin {
  return {
    address,
    get client() {
      return clientOf(userAgent)
    },
  }
}

/** A browser with its system; of a program what it calls itself first: “curl/8.5.0”. */
function clientOf(userAgent: string): string {
  const device = describeDevice(userAgent)
  if (device !== unknownDevice) return device
  const [program = ''] = userAgent.trim().split(/\s/)
  return program === '' ? unknownDevice : program.slice(0, longestClient)
}
