import { SlideError } from '../errors.ts'
import type { PixelTile } from '../pixels.ts'
import type { Plane } from '../slide.ts'
import { describePlace, levelOf, type PyramidLayout, type TilePlace, visibleSize } from './pyramid-layout.ts'
import type { PyramidPlan } from './pyramid-options.ts'
import type { Samples } from './tile-pixels.ts'

/** The place of a tile; throws where there is none. */
export function placeOf(
  plan: PyramidPlan,
  layout: PyramidLayout,
  level: number,
  x: number,
  y: number,
  { c = 0, z = 0, t = 0 }: Plane,
): TilePlace {
  const sizes = { c: plan.channels.length, z: plan.sizeZ, t: plan.sizeT }
  for (const [name, value] of Object.entries({ c, z, t })) {
    const size = sizes[name as keyof typeof sizes]
    if (isIndex(value, size)) continue
    throw new SlideError('out_of_range', `plane ${name} ${value}`, `is not one of ${size}`)
  }
  const { columns, rows } = levelOf(layout, level)
  const place = { plane: c + sizes.c * (z + sizes.z * t), level, x, y }
  if (!isIndex(x, columns) || !isIndex(y, rows)) {
    throw wrongTile(place, `is outside of ${columns} × ${rows} tiles`)
  }
  return place
}

/** The values of a tile; throws unless it has the file's kind of samples and is whole or cut to its level. */
export function checkTile(
  plan: PyramidPlan,
  layout: PyramidLayout,
  place: TilePlace,
  tile: PixelTile,
): Samples {
  const { width, height } = tile
  const visible = visibleSize(layout, place)
  const { tileSize } = plan
  const fits = (side: number, cut: number) => side === cut || side === tileSize
  if (!fits(width, visible.width) || !fits(height, visible.height)) {
    const cut = `${visible.width} × ${visible.height}`
    throw wrongTile(place, `is ${width} × ${height} pixels, not ${tileSize} × ${tileSize} or cut to ${cut}`)
  }
  return checkSamples(plan, tile, (reason) => wrongTile(place, reason))
}

/** The values of pixels; throws unless they are the file's kind of samples, and as many as they should be. */
export function checkSamples(
  plan: PyramidPlan,
  { width, height, samples, pixelType, data }: PixelTile,
  wrong: (reason: string) => SlideError,
): Samples {
  const isKind = plan.pixelType === 'u8' ? data instanceof Uint8Array : data instanceof Uint16Array
  if (samples !== plan.samples || pixelType !== plan.pixelType || !isKind) {
    throw wrong(`has ${samples} samples of ${pixelType}, not ${plan.samples} of ${plan.pixelType}`)
  }
  const expected = width * height * samples
  if (data.length !== expected) throw wrong(`has ${data.length} values, not ${expected}`)
  return data as Samples
}

const isIndex = (value: number, size: number): boolean =>
  Number.isInteger(value) && value >= 0 && value < size

export const wrongTile = (place: TilePlace, reason: string): SlideError =>
  new SlideError('out_of_range', describePlace(place), reason)
