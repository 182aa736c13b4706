import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { resolution } from '../../slides/src/formats/test-support/made-slides.ts'
import { makeSlide, writeSection } from '../../slides/src/index.ts'
import { makeTiff } from '../../slides/src/tiff/test-support/make-tiff.ts'
import { markedScales, markedSize, markRadius, marks } from './marks.ts'
import { sectionPlaces, sectionSize } from './sections.ts'

// A process of its own, told the folder: loading what draws tissue takes longer than drawing a little of it.
const folder = process.argv[2] ?? ''

// Finer than virtual stains are computed: what comes of it has other pixels than the slide.
const made = await makeSlide(join(folder, 'restained.ome.tiff'), {
  stain: 'fluorescence',
  seed: 21,
  width: 1536,
  height: 1024,
  mpp: 0.125,
})
for (const beside of made.files.slice(1)) await rm(beside, { force: true })

for (const [cut, stain] of (['he', 'ihc'] as const).entries()) {
  const options = { ...sectionSize, seed: 4, size: 850, stain, cut, toTissue: sectionPlaces[stain] }
  await writeSection(join(folder, `section-${stain}.ome.tiff`), options)
}

// The same dark discs on white, scanned twice.
for (const [name, mpp] of Object.entries(markedScales)) {
  const [width, height] = [markedSize.width / mpp, markedSize.height / mpp]
  const page = { width, height, samples: 3, photometric: 2, tileWidth: 256, tileHeight: 256 }
  // Pixels in a centimetre.
  const extraTags = resolution(10_000 / mpp, 3)
  const pages = [{ ...page, pixels: drawMarks(width, height, mpp), extraTags }]
  await writeFile(join(folder, `marked-${name}.tiff`), await makeTiff({ pages }))
}

/** Each pixel as dark as its part that is covered, so that the middles are where they are said to be. */
function drawMarks(width: number, height: number, mpp: number): Uint8Array {
  const pixels = new Uint8Array(width * height * 3).fill(255)
  const steps = [0.125, 0.375, 0.625, 0.875]
  for (const { x, y } of marks) {
    const reach = Math.ceil(markRadius / mpp) + 1
    const [column, row] = [Math.round(x / mpp), Math.round(y / mpp)]
    for (let top = row - reach; top < row + reach; top += 1)
      for (let left = column - reach; left < column + reach; left += 1) {
        const isCovered = (right: number, down: number) =>
          Math.hypot((left + right) * mpp - x, (top + down) * mpp - y) <= markRadius
        const covered = steps.flatMap((down) => steps.filter((right) => isCovered(right, down))).length
        const at = 3 * (top * width + left)
        pixels.fill(Math.round(255 - (220 * covered) / steps.length ** 2), at, at + 3)
      }
  }
  return pixels
}
