import { SlideError } from '@cresyl/slides'
import { describe, expect, test } from 'vitest'
import { drawTissue, type MadePicture, makeGlass } from '../../test-support/made-picture.ts'
import { type MemoryImageOptions, memoryImage } from '../../test-support/memory-image.ts'
import { checkQuality } from '../check-quality.ts'

const side = 768
const isTissue = (x: number, y: number) => Math.hypot(x - 400, y - 380) < 300 + 20 * Math.sin(x / 11)
const drawn = drawTissue(makeGlass(side, side), isTissue)
const tissue = () => ({ ...drawn, rgb: drawn.rgb.slice() })

/** Paints a rectangle of one grey. */
function block(picture: MadePicture, x: number, y: number, width: number, height: number, grey: number) {
  for (let row = y; row < y + height; row += 1)
    picture.rgb.fill(grey, (row * side + x) * 3, (row * side + x + width) * 3)
  return picture
}

async function missing({ rgb }: MadePicture, options: Partial<MemoryImageOptions> = {}) {
  const planes = [rgb]
  const size = { width: side, height: side, mpp: { x: 1, y: 1 }, factors: [1, 4] }
  const { measurements, outlines } = await checkQuality(
    memoryImage({ ...size, planes, tileSide: 256, ...options }),
  )
  const found = measurements.find(({ key }) => key === 'missing_tiles')
  return { value: found?.value ?? Number.NaN, features: outlines.missing_tiles?.features ?? [] }
}

const share = (width: number, height: number) => (100 * width * height) / side ** 2

describe('missing parts', () => {
  test('are white, black and grey blocks in tissue', async () => {
    const blocks = [
      { left: 192, top: 256, grey: 255 },
      { left: 448, top: 256, grey: 0 },
      { left: 320, top: 448, grey: 128 },
    ]
    const picture = tissue()
    for (const { left, top, grey } of blocks) block(picture, left, top, 128, 64, grey)
    const { value, features } = await missing(picture)
    expect(value / share(128, 64)).toBeGreaterThan(3 * 0.75)
    expect(value / share(128, 64)).toBeLessThan(3 * 1.1)
    expect(features.length).toBe(blocks.length)
    const found = features.map(({ geometry }) => {
      const xs = geometry.coordinates[0]?.map(([x = 0]) => x) ?? []
      return { left: Math.min(...xs), right: Math.max(...xs) }
    })
    for (const { left, grey } of blocks) {
      const near = found.filter((each) => Math.abs(each.left - left) <= 16)
      expect(near, `the block of ${grey}`).toHaveLength(1)
      expect(Math.abs((near[0]?.right ?? 0) - left - 128), `the block of ${grey}`).toBeLessThanOrEqual(16)
    }
  })

  test('are white blocks that cut tissue at its edge', async () => {
    const { value } = await missing(block(tissue(), 0, 320, 192, 128, 255))
    expect(value).toBeGreaterThan(0.3 * share(92, 128))
  })

  test('are not what a scanner left out of the empty glass', async () => {
    const white = block(block(tissue(), 0, 0, side, 40, 255), 730, 0, 38, side, 255)
    expect((await missing(block(white, 0, 728, side, 40, 0))).value).toBe(0)
  })

  test('are dark blocks with glass around them', async () => {
    const small = (x: number, y: number) => Math.hypot(x - 500, y - 500) < 200 + 20 * Math.sin(x / 11)
    const picture = block(drawTissue(makeGlass(side, side), small), 64, 64, 128, 128, 0)
    expect((await missing(picture)).value / share(128, 128)).toBeGreaterThan(0.7)
  })

  test('are tiles that cannot be decoded', async () => {
    const onRead = (level: number, column: number, row: number) => {
      if (level === 0 && column === 1 && row === 1)
        throw new SlideError('malformed', 'tile 1,1', 'ends early')
    }
    expect((await missing(tissue(), { onRead })).value).toBeCloseTo(share(256, 256), 0)
  })
})
