import { createHash, randomBytes } from 'node:crypto'

/** What a link given to someone holds; the database keeps only its hash. */
export function newLinkToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashLinkToken(token) }
}

export function hashLinkToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
