import { createHmac, timingSafeEqual } from 'node:crypto'
import { ApiError } from '@cresyl/contract/api/errors'
import { signedUrlSeconds } from '@cresyl/contract/api/limits'
import type { Clock } from '../clock.ts'

export interface UrlSigner {
  /** Path and query that may be used with this method until they expire. */
  sign(method: 'GET' | 'PUT', path: string, parameters: Record<string, string>): string
  /** The parameters of an address that was signed for this method and is neither changed nor expired. */
  verify(method: 'GET' | 'PUT', url: string): URLSearchParams
}

const separator = '&signature='

/**
 * Signs the address as it is written: method, path and every parameter. Nothing is parsed before the signature
 * has been found right.
 */
export function createUrlSigner(key: string, clock: Clock): UrlSigner {
  const signatureOf = (method: string, address: string) =>
    createHmac('sha256', key).update(`cresyl-url-1\n${method}\n${address}`).digest()
  const seconds = () => Math.floor(clock.now().getTime() / 1000)

  return {
    sign: (method, path, parameters) => {
      const expires = String(seconds() + signedUrlSeconds)
      const address = `${path}?${new URLSearchParams({ ...parameters, expires })}`
      return address + separator + signatureOf(method, address).toString('base64url')
    },
    verify: (method, url) => {
      const split = url.lastIndexOf(separator)
      const address = url.slice(0, Math.max(0, split))
      const given = Buffer.from(url.slice(split + separator.length))
      const right = Buffer.from(signatureOf(method, address).toString('base64url'))
      // As text: base64url has several ways to write the same bytes.
      if (split === -1 || given.length !== right.length || !timingSafeEqual(given, right)) {
        throw new ApiError('signed_url_invalid')
      }
      const parameters = new URLSearchParams(address.slice(address.indexOf('?')))
      if (!(Number(parameters.get('expires')) > seconds())) throw new ApiError('signed_url_expired')
      return parameters
    },
  }
}
