import { zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encodeLzw } from '../codecs/test-support/encode-lzw.ts'
import { bytesOf, newPixels, type PixelData } from '../pixels.ts'
import type { Plane, SlideImage } from '../slide.ts'
import { memorySource } from '../source/memory-source.ts'
import { type Seeded, seeded } from '../test-support/seeded.ts'
import { openCzi } from './open-czi.ts'
import { type MadeBlock, makeCzi } from './test-support/make-czi.ts'

const kinds = [
  { pixelType: 0, samples: 1, type: 'u8' },
  { pixelType: 1, samples: 1, type: 'u16' },
  { pixelType: 3, samples: 3, type: 'u8' },
  { pixelType: 4, samples: 3, type: 'u16' },
] as const
type Kind = (typeof kinds)[number]

interface PaintedBlock extends MadeBlock {
  /** Red first. */
  pixels: PixelData
  channel: number
  scene: number
  mosaic: number
}

const pick = <Item>(random: Seeded, items: readonly Item[]): Item => items[random.below(items.length)] as Item

function encode(random: Seeded, { type }: Kind, data: Uint8Array): Pick<MadeBlock, 'compression' | 'data'> {
  switch (pick(random, [0, 2, 5, 6, 7])) {
    case 2:
      return { compression: 2, data: encodeLzw(data) }
    case 5:
      return { compression: 5, data: zstdCompressSync(data) }
    case 6:
      return { compression: 6, data: Buffer.concat([Buffer.from([1]), zstdCompressSync(data)]) }
    case 7: {
      if (type === 'u8')
        return { compression: 6, data: Buffer.concat([Buffer.from([3, 1, 0]), zstdCompressSync(data)]) }
      const apart = Buffer.concat([
        data.filter((_, at) => at % 2 === 0),
        data.filter((_, at) => at % 2 === 1),
      ])
      return { compression: 6, data: Buffer.concat([Buffer.from([3, 1, 1]), zstdCompressSync(apart)]) }
    }
    default:
      return { compression: 0, data }
  }
}

function randomBlock(random: Seeded, kind: Kind, left: number, top: number, mosaic: number): PaintedBlock {
  const [width, height] = [1 + random.below(400), 1 + random.below(300)]
  const pixels = newPixels(kind.type, width * height * kind.samples)
  const start = random.below(60_000)
  for (let index = 0; index < pixels.length; index += 1) pixels[index] = start + index * 7
  const stored = pixels.slice()
  for (let index = 0; kind.samples === 3 && index < stored.length; index += 3) {
    stored[index] = pixels[index + 2] as number
    stored[index + 2] = pixels[index] as number
  }
  const [channel, scene] = [random.below(2), random.below(2)]
  return {
    x: left + random.below(500) + 600 * scene,
    y: top + random.below(400),
    width,
    height,
    pixelType: kind.pixelType,
    pixels,
    channel,
    scene,
    mosaic,
    dimensions: { C: channel, S: scene, M: mosaic },
    metadata: 'x'.repeat(random.below(9)),
    ...encode(random, kind, bytesOf(stored)),
  }
}

/** Painted pixel by pixel. */
function paint(blocks: readonly PaintedBlock[], { type, samples }: Kind, all: readonly PaintedBlock[]) {
  const left = Math.min(...all.map(({ x }) => x))
  const top = Math.min(...all.map(({ y }) => y))
  const width = Math.max(...all.map((block) => block.x + block.width)) - left
  const height = Math.max(...all.map((block) => block.y + block.height)) - top
  const data = newPixels(type, width * height * samples)
  for (const block of blocks.toSorted((a, b) => a.mosaic - b.mosaic)) {
    for (let y = 0; y < block.height; y += 1) {
      const row = block.pixels.subarray(y * block.width * samples, (y + 1) * block.width * samples)
      data.set(row, ((block.y - top + y) * width + block.x - left) * samples)
    }
  }
  return { width, height, data }
}

async function whole(image: SlideImage, samples: number, plane: Plane): Promise<PixelData> {
  const { width, height } = image
  const data = newPixels(image.pixelType, width * height * samples)
  for (let y = 0; y * 512 < height; y += 1) {
    for (let x = 0; x * 512 < width; x += 1) {
      const tile = await image.rawTile(0, x, y, plane)
      for (let row = 0; row < tile.height; row += 1) {
        const line = tile.data.subarray(row * tile.width * samples, (row + 1) * tile.width * samples)
        data.set(line, ((y * 512 + row) * width + x * 512) * samples)
      }
    }
  }
  return data
}

const firstSeed = 1000 * (Number(process.env.CRESYL_TEST_SEED) || 0)

test('mosaics of any blocks in any compression are what painting them one by one gives', async () => {
  for (let seed = firstSeed; seed < firstSeed + 5; seed += 1) {
    const random = seeded(seed)
    const kind = pick(random, kinds)
    const [left, top] = [random.below(4_000_000) - 2_000_000, random.below(4_000_000) - 2_000_000]
    const blocks = Array.from({ length: 2 + random.below(8) }, (_, M) =>
      randomBlock(random, kind, left, top, M),
    )
    const { images } = await openCzi(memorySource(makeCzi(blocks).bytes))
    const scenes = [...new Set(blocks.map(({ scene }) => scene))].sort()
    const boundsOf = (group: readonly number[]) => {
      const all = blocks.filter(({ scene }) => group.includes(scene))
      return { all, ...paint([], kind, all) }
    }
    const area = ({ width, height }: { width: number; height: number }) => width * height
    const [together, each] = [boundsOf(scenes), scenes.map((scene) => boundsOf([scene]))]
    const filled = each.reduce((sum, bounds) => sum + area(bounds), 0)
    const areNear = scenes.length > 1 && filled >= 0.05 * area(together)
    const expected = [...(areNear ? [together] : []), ...each].sort((a, b) => area(b) - area(a))
    expect(images.length, `seed ${seed}`).toBe(expected.length)
    const channels = [...new Set(blocks.map(({ channel }) => channel))].sort()
    for (const [index, { all, width, height }] of expected.entries()) {
      const image = images[index] as SlideImage
      expect([image.width, image.height], `seed ${seed}`).toEqual([width, height])
      for (const [c, channel] of channels.entries()) {
        const { data } = paint(
          all.filter((block) => block.channel === channel),
          kind,
          all,
        )
        const isSplit = kind.samples === 3 && channels.length > 1
        for (const part of isSplit ? [0, 1, 2] : [0]) {
          const found = await whole(image, isSplit ? 1 : kind.samples, { c: isSplit ? 3 * c + part : c })
          const wanted = isSplit ? data.filter((_, at) => at % 3 === part) : data
          const message = `seed ${seed}, image ${index}, channel ${c}`
          expect(Buffer.compare(bytesOf(found), bytesOf(wanted)), message).toBe(0)
        }
      }
    }
  }
})
