import { createTissue, openSlide, type SlideImage, sampleRegion, type TissueOptions } from '@cresyl/slides'
import { memoryImage } from '../../test-support/memory-image.ts'
import { samplePath } from '../../test-support/test-samples.ts'

/** Brightfield at about 1 µm a pixel. */
export interface Picture {
  readonly width: number
  readonly height: number
  /** Red, green and blue side by side. */
  readonly rgb: Uint8Array
}

/** Pixels: one for each of the picture's. */
export type Truth = Uint8Array

export const copyOf = ({ width, height, rgb }: Picture): Picture => ({ width, height, rgb: rgb.slice() })

/** @param micrometres of a pixel. */
export const imageOf = ({ width, height, rgb }: Picture, micrometres = 1): SlideImage =>
  memoryImage({ width, height, planes: [rgb], mpp: { x: micrometres, y: micrometres } })

/**
 * Real slides. What is tuned at all was tuned on the first; figures are of the second. The second doesn't say how large
 * its pixels are and is taken as it is for 1 µm a pixel; by its nuclei they are nearer to 2.
 */
export const realSlides = {
  tuned: { file: ['svs', 'CMU-1-Small-Region.svs'], shrink: 2 },
  shown: { file: ['svs', 'tcga-cr-7395-01a-01-ts1.svs'], shrink: 1 },
} as const

/**
 * A part of a real slide, in its pixels of about 1 µm; all of it where no part is named.
 * @param coarser so many of them are averaged to one, along each side.
 */
export async function realPicture(
  name: keyof typeof realSlides,
  part?: { x: number; y: number; width: number; height: number },
  coarser = 1,
): Promise<Picture> {
  const { file } = realSlides[name]
  const shrink = realSlides[name].shrink * coarser
  const slide = await openSlide(samplePath(...file))
  try {
    const image = slide.images[0] as SlideImage
    const whole = {
      x: 0,
      y: 0,
      width: Math.floor(image.width / shrink),
      height: Math.floor(image.height / shrink),
    }
    const { x, y, width, height } = part ?? whole
    const { data } = await sampleRegion(image, {
      x: x * shrink,
      y: y * shrink,
      width: width * shrink,
      height: height * shrink,
      outputWidth: width,
      outputHeight: height,
    })
    return { width, height, rgb: data as Uint8Array }
  } finally {
    await slide.close()
  }
}

/** Sensors have little noise at 1 µm a pixel, which is the mean of several. */
const madeNoise = 2

/** Seeds below 100 may be used for tuning, figures are of those above. */
export function madePicture(options: Partial<TissueOptions> & { seed: number }) {
  const tissue = createTissue({
    width: 1024,
    height: 1024,
    mpp: 1,
    stain: 'he',
    noise: madeNoise,
    ...options,
  })
  const { width, height } = tissue
  const { data } = tissue.render(0, 0, width, height)
  const picture: Picture = { width, height, rgb: data as Uint8Array }
  return { picture, tissue }
}
