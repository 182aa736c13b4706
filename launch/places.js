import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the checkout. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

/**
 * What the launchers fetch and write for themselves; may be deleted at any time.
 * @param {string} [checkout]
 */
export const cacheFolder = (checkout = root) => join(checkout, '.cache')
