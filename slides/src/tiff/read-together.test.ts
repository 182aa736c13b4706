import { describe, expect, it } from 'vitest'
import { encodeJpeg } from '../codecs/jpeg.ts'
import { assembleJpeg } from '../codecs/jpeg-stream.ts'
import { gradient } from '../codecs/test-support/seeded-bytes.ts'
import { SlideError } from '../errors.ts'
import type { PixelTile } from '../pixels.ts'
import { decodeTogether } from './decode-together.ts'
import { compressions, photometrics } from './tags.ts'
import { openMade } from './test-support/open-bytes.ts'
import type { CodedBlock, TestPage } from './test-support/test-page.ts'

const side = 32
const [width, height] = [90, 70]

const tileOf = ({ width, height, values }: CodedBlock): PixelTile => ({
  width,
  height,
  samples: 3,
  pixelType: 'u8',
  data: Uint8Array.from(values()),
})

const page: TestPage = {
  width,
  height,
  samples: 3,
  photometric: photometrics.ycbcr,
  tileWidth: side,
  pixels: gradient(width, height, 3),
  compression: compressions.jpeg,
}
const subsampled = {
  ycbcrSubSampling: [2, 2],
  encode: (block: CodedBlock) => encodeJpeg(tileOf(block), { quality: 80, subsampling: '4:2:0' }),
} as const

const all = Array.from({ length: 9 }, (_, index) => ({ x: index % 3, y: Math.floor(index / 3) }))

describe('tiles that are read together', () => {
  it.each<[string, Partial<TestPage>]>([
    ['with colours at half resolution', subsampled],
    ['with tables that are shared', { sharedTables: true }],
    ['of RGB', { photometric: photometrics.rgb }],
    ['that are not JPEG', { photometric: photometrics.rgb, compression: compressions.deflate }],
    ['of which the file leaves some out', { ...subsampled, emptyBlocks: [0, 4] }],
  ])('are what each is for itself, %s', async (_, more) => {
    const opened = await openMade({ ...page, ...more })
    const together = await Promise.all(opened.rawTiles(all))
    const alone = await Promise.all(all.map(({ x, y }) => opened.rawTile(x, y)))
    expect(together.map(({ release: _, ...tile }) => tile)).toEqual(alone)
  })

  it('give their memory back when all of them are released', async () => {
    const opened = await openMade({ ...page, ...subsampled })
    const [first, second] = await Promise.all(opened.rawTiles(all.slice(0, 2)))
    expect(second?.data.buffer).toBe(first?.data.buffer)
    first?.release?.()
    expect(first?.data.length).toBeGreaterThan(0)
    second?.release?.()
    expect([first?.data.length, second?.data.length]).toEqual([0, 0])
  })

  it('say which is damaged, and give the others', async () => {
    let count = 0
    const encode = async (block: CodedBlock) => {
      const whole = await subsampled.encode(block)
      count += 1
      return count === 5 ? whole.subarray(0, whole.length - 40) : whole
    }
    const opened = await openMade({ ...page, ...subsampled, encode })
    const settled = await Promise.allSettled(opened.rawTiles(all))
    expect(settled.map(({ status }) => status === 'rejected')).toEqual(all.map((_, index) => index === 4))
    const [, , , , damaged] = settled
    expect(damaged?.status === 'rejected' && damaged.reason).toBeInstanceOf(SlideError)
  })

  it('fail as each does where there is no such tile', async () => {
    const opened = await openMade({ ...page, ...subsampled })
    const settled = await Promise.allSettled(opened.rawTiles([...all, { x: 3, y: 0 }]))
    expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  })
})

describe('JPEGs that are decoded together', () => {
  const blocks = (quality: number) =>
    Promise.all(
      [1, 2, 3].map((seed) => {
        const data = gradient(side, side, 3).map((value) => (value * seed) & 255)
        const tile: PixelTile = { width: side, height: side, samples: 3, pixelType: 'u8', data }
        return encodeJpeg(tile, { quality, subsampling: '4:2:0' })
      }),
    )
  const size = { width: side, height: side, photometric: 'ycbcr' } as const

  it('are decoded in one go', async () => {
    expect(await decodeTogether({ ...size, blocks: await blocks(80) })).toHaveLength(3 * side * side * 3)
  })

  it('are refused where one ends early, is of another size or not what the file says', async () => {
    const [first, second, third] = (await blocks(80)) as [Uint8Array, Uint8Array, Uint8Array]
    expect(await decodeTogether({ ...size, blocks: [first, second.subarray(0, -30), third] })).toBeNull()
    expect(await decodeTogether({ ...size, height: 16, blocks: [first, second] })).toBeNull()
    const grey = assembleJpeg({
      photometric: 'grey',
      tile: await encodeJpeg(
        { width: side, height: side, samples: 1, pixelType: 'u8', data: new Uint8Array(side * side) },
        { quality: 80, subsampling: '4:4:4' },
      ),
    })
    expect(await decodeTogether({ ...size, blocks: [first, grey] })).toBeNull()
  })
})
