import { fileURLToPath } from 'node:url'

/** The checkout: relative settings start here. */
export const rootFolder = fileURLToPath(new URL('../../..', import.meta.url))

/** The built web app. */
export const webFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url))
