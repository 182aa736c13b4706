import type { FastifyRequest } from 'fastify'
import { faultOfPassword } from '../passwords.ts'
import type { RateLimit } from '../rate-limit.ts'

export interface PageLimits {
  /** Forms sent from one address: there may be guesses in them. */
  forms: RateLimit
  /** Links followed from one address. */
  links: RateLimit
}

/** The last part of the address of a page that only who was given the link may see. */
export function tokenOf(request: FastifyRequest): string {
  return (request.params as { token: string }).token
}

/** What is wrong with a new password that was to be typed twice. */
export function faultOfNewPassword(form: URLSearchParams): string | undefined {
  const password = form.get('password') ?? ''
  const fault = faultOfPassword(password)
  if (fault !== undefined || password === form.get('repeated')) return fault
  return 'The two passwords are not the same. Type them both again.'
}
