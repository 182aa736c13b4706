import { constants } from 'node:zlib'

/** How replies are compressed, with little effort or with some (Brotli's quality): what is shorter than this is not. */
export const compression = (quality: 1 | 4) => ({
  encodings: ['br' as const, 'gzip' as const],
  threshold: 1024,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: quality } },
})
