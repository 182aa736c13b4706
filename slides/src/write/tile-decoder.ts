import { toNativeOrder } from '../codecs/byte-order.ts'
import { decodeJpeg } from '../codecs/jpeg.ts'
import { undoPredictor } from '../codecs/predictor.ts'
import { inflateBytes } from '../codecs/zlib.ts'
import { SlideError } from '../errors.ts'
import { bytesPerSample, pixelsOf } from '../pixels.ts'
import type { PyramidPlan } from './pyramid-options.ts'
import type { Samples } from './tile-pixels.ts'

/** The samples of a whole tile, padding included, that was encoded for such a file elsewhere. */
export async function decodeTile(bytes: Uint8Array, plan: PyramidPlan): Promise<Samples> {
  const { compression, samples, pixelType, tileSize: side } = plan
  const length = side * side * samples * bytesPerSample(pixelType)
  const bits = pixelType === 'u8' ? 8 : 16
  switch (compression.kind) {
    case 'jpeg': {
      const decoded = await decodeJpeg(bytes, { width: side, height: side, samples })
      return decoded.data
    }
    case 'deflate': {
      const differences = await inflateBytes(bytes, length)
      if (differences.length !== length) {
        throw new SlideError('malformed', 'Deflate tile', `holds ${differences.length} bytes, not ${length}`)
      }
      const rows = { predictor: 2, rowSamples: side * samples, samples, bits, bigEndian: false } as const
      return pixelsOf(pixelType, undoPredictor(differences, rows)) as Samples
    }
    case 'none': {
      const copy = Uint8Array.from(bytes)
      return bits === 8 ? copy : (pixelsOf(pixelType, toNativeOrder(copy, 16, false)) as Samples)
    }
  }
}
