import { SlideError } from '../errors.ts'

/** What an image codec (JPEG, JPEG 2000, WebP, JPEG XL) makes of one block; samples side by side. */
export interface DecodedImage extends ImageSize {
  readonly data: Uint8Array | Uint16Array
}

/** What the block must be; a decoder throws where its result is another. */
export interface ExpectedImage extends ImageSize {
  /** Accepts an image with more rows and cuts it: the last strip of an image is often coded at full height. */
  readonly allowTaller?: boolean | undefined
}

export interface ImageSize {
  readonly width: number
  readonly height: number
  readonly samples: number
}

/** For what a block says of itself, before any of it is decoded: a hostile one gets no memory. */
export function checkSize(structure: string, held: ImageSize, expected: ExpectedImage): void {
  const tall = held.height === expected.height || (expected.allowTaller && held.height > expected.height)
  if (held.width === expected.width && tall && held.samples === expected.samples) return
  throw new SlideError(
    'malformed',
    structure,
    `holds ${sizeText(held)} where ${sizeText(expected)} is expected`,
  )
}

const sizeText = ({ width, height, samples }: ImageSize) => `${width} × ${height} × ${samples}`

/** Leaves out rows that weren't asked for. */
export function cutToHeight(image: DecodedImage, height: number): DecodedImage {
  if (image.height === height) return image
  return { ...image, height, data: image.data.subarray(0, image.width * height * image.samples) }
}
