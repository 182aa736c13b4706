import { passwordLength } from '@cresyl/contract/limits'
import type { FastifyRequest } from 'fastify'
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
  if (password.length < passwordLength.min || password.length > passwordLength.max) {
    return `A password must have ${passwordLength.min} to ${passwordLength.max} characters. Choose another one.`
  }
  return password === form.get('repeated')
    ? undefined
    : 'The two passwords are not the same. Type them both again.'
}
