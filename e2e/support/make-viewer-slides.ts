import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { description, resolution, shortTag } from '../../slides/src/formats/test-support/made-slides.ts'
import { createPyramid, createTissue } from '../../slides/src/index.ts'
import { cutTile } from '../../slides/src/procedural/cut-tile.ts'
import { fieldTypes, tags } from '../../slides/src/tiff/tags.ts'
import { makeTiff } from '../../slides/src/tiff/test-support/make-tiff.ts'
import type { TestPage } from '../../slides/src/tiff/test-support/test-page.ts'
import { madeSlides } from './viewer-slide-names.ts'

// A process of its own, told the folder: loading what draws tissue takes longer than drawing a little of it.
const folder = process.argv[2] ?? ''

/** Drawn once: the other slides of tissue are parts of it. */
const drawn = createTissue({ stain: 'he', seed: 8, width: 2400, height: 1600 }).render(0, 0, 2400, 1600)

/** H&E with halving levels, as most scanners write them: 0.5 µm a pixel, so an objective of 20×. */
async function makeTissue(path: string): Promise<void> {
  const { width, height } = drawn
  const writer = await createPyramid(path, {
    width,
    height,
    pixelType: 'u8',
    samples: 3,
    container: 'bigtiff',
    compression: { kind: 'jpeg', quality: 85 },
    mpp: { x: 0.5, y: 0.5 },
    objective: 20,
  })
  const side = 256
  for (let y = 0; y < height; y += side)
    for (let x = 0; x < width; x += side) {
      const tile = cutTile(drawn, x, y, Math.min(side, width - x), Math.min(side, height - y))
      await writer.writeTile(x / side, y / side, tile)
    }
  await writer.finish()
}

interface Picture {
  width: number
  height: number
  pixels: Uint8Array
}

/** Levels of 1, 1/4 and 1/16, tiles that are no squares and sides that no tile divides; without loss. */
async function makeSteepPyramid(path: string): Promise<void> {
  const full = partOfTissue(597, 293, 1803, 1307)
  const quarter = shrinkByFour(full)
  const pages = [full, quarter, shrinkByFour(quarter)].map(
    (picture, level): TestPage => ({
      ...rgbPage(picture),
      tileWidth: 240,
      tileHeight: 176,
      extraTags: [
        ...(level === 0 ? resolution(20_000, 3) : []),
        { tag: tags.newSubfileType, type: fieldTypes.long, values: [level === 0 ? 0 : 1] },
      ],
    }),
  )
  await writeFile(path, await makeTiff({ pages }))
}

/** As Aperio writes it, with a label and a macro, but without a scale. */
async function makeUnknownScale(path: string): Promise<void> {
  const text = (words: string) => description(`Aperio Image Library\r\n${words}`)
  const image = { ...rgbPage(partOfTissue(850, 550, 700, 500)), tileWidth: 256, tileHeight: 256 }
  const beside = (width: number, height: number, kind: string, subfile: number): TestPage => ({
    ...rgbPage(partOfTissue(850, 550, width, height)),
    extraTags: [text(`${kind} ${width}x${height}`), shortTag(tags.newSubfileType, subfile)],
  })
  const pages = [{ ...image, extraTags: [text('700x500')] }, beside(120, 120, 'label', 1)]
  await writeFile(path, await makeTiff({ pages: [...pages, beside(300, 120, 'macro', 9)] }))
}

async function makeOnePixel(path: string): Promise<void> {
  const page = rgbPage({ width: 1, height: 1, pixels: new Uint8Array([200, 40, 120]) })
  // No file is taken that is smaller than 1 KB.
  const extraTags = [description('One pixel and many words. '.repeat(50))]
  await writeFile(path, await makeTiff({ pages: [{ ...page, extraTags }] }))
}

/** Two channels of 16 bits, five planes of focus, three moments: each plane has a brightness of its own. */
async function makeStack(path: string): Promise<void> {
  const side = 512
  const writer = await createPyramid(path, {
    width: side,
    height: side,
    pixelType: 'u16',
    samples: 1,
    container: 'ome-tiff',
    channels: [
      { name: 'DAPI', color: 0x0000ff },
      { name: 'FITC', color: 0x00ff00 },
    ],
    sizeZ: 5,
    sizeT: 3,
    stepZ: 2,
    mpp: { x: 0.5, y: 0.5 },
    compression: { kind: 'deflate' },
  })
  for (let t = 0; t < 3; t += 1)
    for (let z = 0; z < 5; z += 1)
      for (let c = 0; c < 2; c += 1)
        for (let y = 0; y < 2; y += 1)
          for (let x = 0; x < 2; x += 1) {
            const data = new Uint16Array(256 * 256).fill(1000 + 1000 * z + 6000 * t + 20_000 * c)
            const tile = { width: 256, height: 256, samples: 1, pixelType: 'u16', data } as const
            await writer.writeTile(x, y, tile, { c, z, t })
          }
  await writer.finish()
}

function partOfTissue(x: number, y: number, width: number, height: number): Picture {
  return { width, height, pixels: new Uint8Array(cutTile(drawn, x, y, width, height).data) }
}

function shrinkByFour({ width, height, pixels }: Picture): Picture {
  const small = { width: Math.ceil(width / 4), height: Math.ceil(height / 4) }
  const shrunk = new Uint8Array(small.width * small.height * 3)
  for (let y = 0; y < small.height; y += 1)
    for (let x = 0; x < small.width; x += 1)
      for (let sample = 0; sample < 3; sample += 1) {
        let sum = 0
        let count = 0
        for (let row = 4 * y; row < Math.min(height, 4 * y + 4); row += 1)
          for (let column = 4 * x; column < Math.min(width, 4 * x + 4); column += 1) {
            sum += pixels[(row * width + column) * 3 + sample] ?? 0
            count += 1
          }
        shrunk[(y * small.width + x) * 3 + sample] = Math.round(sum / count)
      }
  return { ...small, pixels: shrunk }
}

const rgbPage = (picture: Picture): TestPage => ({ ...picture, samples: 3, photometric: 2 })

const makers = {
  tissue: makeTissue,
  steep: makeSteepPyramid,
  unscaled: makeUnknownScale,
  pixel: makeOnePixel,
  stack: makeStack,
}
for (const [kind, name] of Object.entries(madeSlides)) {
  await makers[kind as keyof typeof makers](join(folder, name))
}
