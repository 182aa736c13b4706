import { createTissue, type PixelData } from '@cresyl/slides'
import type { TestPicture } from './run-tiles.ts'

/** Nuclei and cytoplasm of made tissue, counts of a camera of 12 bits, with the outline of the tissue. */
export function fluorescentTissue(seed: number, side: number) {
  const tissue = createTissue({ seed, width: side, height: side, stain: 'fluorescence', coverage: 0.6 })
  const [nuclear, cytoplasm] = [0, 1].map((c) => tissue.render(0, 0, side, side, { c }).data) as [
    Uint16Array,
    Uint16Array,
  ]
  const mask = tissue.tissueMask(1).data.map((value) => (value ? 1 : 0)) as Uint8Array
  const nuclei = tissue.labels(0, 0, side, side).data
  return { picture: pictureOf(side, [nuclear, cytoplasm], mask), nuclei, largest: 4095 }
}

const pictureOf = (side: number, planes: readonly PixelData[], tissue: Uint8Array): TestPicture => ({
  width: side,
  height: side,
  samples: 1,
  planes,
  tissue,
})

/** The same picture in values of another kind, each divided by this. */
export const valuesAs = (
  picture: TestPicture,
  Kind: Uint8ArrayConstructor | Float32ArrayConstructor,
  divisor: number,
): TestPicture => ({
  ...picture,
  planes: picture.planes.map((plane) => new Kind([...plane].map((value) => value / divisor))),
})
