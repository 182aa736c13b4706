import type { IncomingMessage } from 'node:http'
import { isLoopback } from '../platform/config/addresses.ts'
import type { Config } from '../platform/config/config.ts'
import { demoUsers } from './demo.ts'

/** The parameter of an authorisation request by which a button of the demo names its user. */
export const demoParameter = 'demo_user'

/**
 * The demo user who may be signed in without a password: in demo mode, asked for from this machine. What came
 * through a proxy did not come from this machine, whatever its socket says.
 */
export function requestedDemoUser(
  config: Config,
  request: IncomingMessage,
  parameter: unknown,
): string | undefined {
  const address = (request.socket.remoteAddress ?? '').replace(/^::ffff:/i, '')
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some(
    (name) => request.headers[name] !== undefined,
  )
  if (!config.demo || !isLoopback(address) || isForwarded) return undefined
  return demoUsers().find(({ email }) => email === parameter)?.email
}
