import type { PixelData } from '@cresyl/slides'
import { createShiftFinder, type ShiftFinder } from '../../correlation/phase-correlation.ts'
import type { Accumulator, FluorescenceCheck, Found, FullTile, Measure } from '../measure.ts'

/** Below, a peak may be chance. */
const leastCertainty = 10

/** Pixels along the side of the squares that are compared, and the fewest that are worth it. */
const largestSide = 256
const smallestSide = 64

/** With many channels smaller squares, so that memory stays within bounds. */
const manyChannels = 16

/**
 * How far each channel lies from the one that shows nuclei, in µm: light of other colours is bent differently, filters
 * wedge it, stages move between rounds. By phase correlation of places in tissue at full resolution, all together.
 */
export const measureChannelShift: Measure<FluorescenceCheck> = ({
  overview,
  nuclearChannel,
  plan,
}): Accumulator => {
  const { scale } = plan
  const others = overview.planes.map((_, channel) => channel).filter((channel) => channel !== nuclearChannel)
  // Not in `state`: tiles of full resolution come after the last checkpoint.
  let side = 0
  let finders: readonly ShiftFinder[] = []
  const begin = ({ width, height }: FullTile) => {
    const most = others.length > manyChannels ? largestSide / 2 : largestSide
    side = 2 ** Math.floor(Math.log2(Math.min(width, height, most)))
    if (side >= smallestSide) finders = others.map(() => createShiftFinder(side))
  }
  const ofChannel = (channel: number, finder: ShiftFinder | undefined): Found => {
    const shift = finder?.find()
    if (!shift)
      return {
        channel,
        value: null,
        unmeasured: 'No area has enough tissue to compare channels.',
      }
    if (shift.certainty < leastCertainty)
      return {
        channel,
        value: null,
        unmeasured: 'It has too little in common with the nuclear channel.',
      }
    return { channel, value: Math.hypot(shift.x * scale.x, shift.y * scale.y) }
  }
  return {
    state: {},
    addFull(tile) {
      if (finders.length === 0) begin(tile)
      if (finders.length === 0 || tile.width < side || tile.height < side) return
      const reference = middleOf(tile.stored[nuclearChannel] as PixelData, tile, side)
      others.forEach((channel, index) => {
        finders[index]?.add(reference, middleOf(tile.stored[channel] as PixelData, tile, side))
      })
    },
    finish: () =>
      others.length === 0
        ? [
            {
              channel: nuclearChannel,
              value: null,
              unmeasured: 'There is no other channel to compare it with.',
            },
          ]
        : others.map((channel, index) => ofChannel(channel, finders[index])),
  }
}

function middleOf(plane: PixelData, { width, height }: FullTile, side: number): Float32Array {
  const left = (width - side) >> 1
  const top = (height - side) >> 1
  const middle = new Float32Array(side * side)
  for (let y = 0; y < side; y += 1) {
    const start = (top + y) * width + left
    middle.set(plane.subarray(start, start + side), y * side)
  }
  return middle
}
