import { createHash, randomBytes } from 'node:crypto'
import { apiTokenLimits } from '@cresyl/contract/api/limits'

const shownCharacters = 12

export interface NewApiToken {
  token: string
  /** Enough to tell tokens apart, far too little to guess the rest. */
  prefix: string
  hash: Buffer
}

export function newApiToken(): NewApiToken {
  const token = apiTokenLimits.prefix + randomBytes(32).toString('base64url')
  return { token, prefix: token.slice(0, shownCharacters), hash: hashApiToken(token) }
}

export function hashApiToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
