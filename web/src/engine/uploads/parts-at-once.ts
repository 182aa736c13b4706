import { uploadLimits } from '@cresyl/contract/api/limits'

/**
 * Browsers open six connections to a host over HTTP/1.1, over all tabs. One is the stream of changes; where parts go to
 * the same host, one more is left for calls.
 */
const sharedHost = 4

export function partsAtOnce(uploadOrigin: string, pageOrigin: string, protocol: string): number {
  const isShared = uploadOrigin === pageOrigin && /^http\/[01]/.test(protocol)
  return isShared ? sharedHost : uploadLimits.pool.upload
}
