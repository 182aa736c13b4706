import { constants } from 'node:zlib'

/** How replies are compressed: what is shorter than this is not. */
export const compression = {
  encodings: ['br' as const, 'gzip' as const],
  threshold: 1024,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
}

/** The same for those with thousands of rows: with little effort, and in few pieces, each of which costs a turn. */
const chunkSize = 256 * 1024
export const lightCompression = {
  ...compression,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 }, chunkSize },
  zlibOptions: { level: 1, chunkSize },
}
