/** How much there is of tissue at each place, whatever it was stained with: 0 on glass, about ½ in most of the tissue. */
export interface DensityPicture {
  readonly width: number
  readonly height: number
  /** 0..1, row by row. */
  readonly data: Float32Array
  /** µm that a pixel spans. */
  readonly stepX: number
  readonly stepY: number
}

/** A plane of numbers that grow with the tissue, such as optical density, and where there is any. */
export interface TissueAmounts extends DensityPicture {
  /** Not 0 where there is tissue. */
  readonly tissue: Uint8Array
}

/**
 * By half of the tissue's own amounts, so that a faint stain and a strong one look the same, and what is very dense,
 * such as a fold, doesn't outweigh the rest.
 */
export function densityOf({ data, tissue, ...size }: TissueAmounts): DensityPicture {
  const usual = medianWithin(data, tissue)
  const densities = Float32Array.from(data, (amount, pixel) =>
    tissue[pixel] && amount > 0 ? amount / (amount + usual) : 0,
  )
  return { ...size, data: densities }
}

function medianWithin(data: Float32Array, tissue: Uint8Array): number {
  const inside = data.filter((amount, pixel) => tissue[pixel] && amount > 0).sort()
  return inside[inside.length >> 1] ?? 1
}

/** Means of 2 × 2 pixels; a last column or row that has no neighbour is left out. */
function halvePicture({ width, height, data, stepX, stepY }: DensityPicture): DensityPicture {
  const across = width >> 1
  const down = height >> 1
  const halved = new Float32Array(across * down)
  for (let y = 0; y < down; y += 1)
    for (let x = 0, at = 2 * y * width; x < across; x += 1, at += 2)
      halved[y * across + x] =
        ((data[at] as number) +
          (data[at + 1] as number) +
          (data[at + width] as number) +
          (data[at + width + 1] as number)) /
        4
  return { width: across, height: down, data: halved, stepX: 2 * stepX, stepY: 2 * stepY }
}

/** A picture and what halving it again and again gives, the finest first. */
export type DensityPyramid = readonly DensityPicture[]

const smallestSide = 4

export function pyramidOf(picture: DensityPicture): DensityPyramid {
  const { width, height } = picture
  return Math.min(width, height) < 2 * smallestSide
    ? [picture]
    : [picture, ...pyramidOf(halvePicture(picture))]
}

/** Pixels may be so much larger than wanted. */
const tolerance = 1.2

/** The coarsest whose pixels are no larger than a step, in µm. */
export function pictureFor(pyramid: DensityPyramid, step: number): DensityPicture {
  const isFine = ({ stepX, stepY }: DensityPicture) => Math.max(stepX, stepY) <= tolerance * step
  return pyramid.findLast(isFine) ?? (pyramid[0] as DensityPicture)
}

/** Where the tissue lies, in µm: its middle by weight, and how far it reaches from there. */
export interface TissuePlace {
  readonly x: number
  readonly y: number
  readonly reach: number
  /** Of all that has tissue, in µm². */
  readonly area: number
}

/** Undefined where there is no tissue. Single specks far away don't count: 99 of 100 parts of the tissue are reached. */
export function placeOfTissue({
  width,
  height,
  data,
  stepX,
  stepY,
}: DensityPicture): TissuePlace | undefined {
  let [weight, sumX, sumY] = [0, 0, 0]
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1) {
      if (data[at] === 0) continue
      weight += 1
      sumX += x + 0.5
      sumY += y + 0.5
    }
  if (weight === 0) return undefined
  const middle = { x: (sumX / weight) * stepX, y: (sumY / weight) * stepY }
  const farthest = Math.hypot(width * stepX, height * stepY)
  const distances = new Uint32Array(1001)
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1) {
      if (data[at] === 0) continue
      const distance = Math.hypot((x + 0.5) * stepX - middle.x, (y + 0.5) * stepY - middle.y)
      const bin = Math.min(1000, Math.floor((1000 * distance) / farthest))
      distances[bin] = (distances[bin] as number) + 1
    }
  let [bin, within] = [0, 0]
  while (bin < 1000 && within < 0.99 * weight) within += distances[bin++] as number
  return { ...middle, reach: (bin / 1000) * farthest, area: weight * stepX * stepY }
}
