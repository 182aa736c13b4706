import { expect, test } from 'vitest'
import { loadSharp } from '../codecs/sharp.ts'
import { encodeImage } from './encode-image.ts'
import { withResolution } from './resolution.ts'
import { withComment } from './with-comment.ts'

const pixels = {
  width: 8,
  height: 8,
  samples: 3,
  pixelType: 'u8' as const,
  data: Uint8Array.from({ length: 192 }, (_, at) => at),
}

test.each(['png', 'jpeg'] as const)(
  'a sentence is kept in %s, and the picture stays as it is',
  async (format) => {
    const plain = withResolution(await encodeImage(pixels, { format }), { x: 0.5, y: 0.5 })
    const told = withComment(plain, 'Virtual: µ')
    expect(Buffer.from(told.bytes).toString('latin1')).toContain(
      format === 'png' ? 'tEXtDescription\0Virtual: ?' : '\xff\xfe\0\x0cVirtual: ?',
    )
    const sharp = await loadSharp()
    const rawOf = async (bytes: Uint8Array) => sharp(bytes).raw().toBuffer()
    expect((await rawOf(told.bytes)).equals(await rawOf(plain.bytes))).toBe(true)
    expect((await sharp(told.bytes).metadata()).density).toBe((await sharp(plain.bytes).metadata()).density)
  },
)
