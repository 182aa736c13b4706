import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadSharp } from '../../slides/src/codecs/sharp.ts'
import { resolution } from '../../slides/src/formats/test-support/made-slides.ts'
import { createTissue } from '../../slides/src/index.ts'
import { makeTiff } from '../../slides/src/tiff/test-support/make-tiff.ts'
import { qcSlideSide, qcSlides } from './qc-slide-names.ts'

// A process of its own, told the folder: loading what draws tissue takes longer than drawing a little of it.
const folder = process.argv[2] ?? ''
const side = qcSlideSide

/** Tissue from edge to edge would be sharp nowhere at its rim: the middle of a larger piece is taken. */
function drawTissue(): Uint8Array {
  const tissue = createTissue({ stain: 'he', seed: 5, width: 3 * side, height: 3 * side })
  return new Uint8Array(tissue.render(side, side, side, side, { c: 0 }).data)
}

/** The left half as a lens sees it that is a few µm off. */
async function withBlurredLeft(pixels: Uint8Array): Promise<Uint8Array> {
  const sharp = await loadSharp()
  const raw = { raw: { width: side, height: side, channels: 3 } } as const
  const left = await sharp(pixels, raw)
    .blur(8)
    .extract({ left: 0, top: 0, width: side / 2, height: side })
    .raw()
    .toBuffer()
  const over = { input: left, raw: { width: side / 2, height: side, channels: 3 }, left: 0, top: 0 } as const
  return new Uint8Array(await sharp(pixels, raw).composite([over]).removeAlpha().raw().toBuffer())
}

const write = async (name: string, pixels: Uint8Array) =>
  writeFile(
    join(folder, name),
    await makeTiff({
      pages: [
        {
          width: side,
          height: side,
          pixels,
          samples: 3,
          photometric: 2,
          tileWidth: 256,
          tileHeight: 256,
          extraTags: resolution(20_000, 3),
        },
      ],
    }),
  )

const pixels = drawTissue()
await write(qcSlides.sharp, pixels)
await write(qcSlides.blurred, await withBlurredLeft(pixels))
