import { channelColors } from '@cresyl/slides'
import type { ChannelRow } from './view.ts'

type Told = Pick<ChannelRow, 'name' | 'color' | 'emissionWavelength'>

/**
 * In which colours the channels of an image are shown together, as 0xRRGGBB: those that the file tells, else by dye
 * and light. The same in stored thumbnails, tiles, exports and what viewers are told.
 */
export function shownColors(channels: readonly Told[]): number[] {
  return channelColors(
    channels.map(({ name, color, emissionWavelength }) => ({
      name: name ?? undefined,
      color: color === null ? undefined : Number.parseInt(color.slice(1), 16),
      emissionWavelength: emissionWavelength ?? undefined,
    })),
  )
}

/** As #RRGGBB. */
export function colorCode(color: number): string {
  return `#${(color & 0xffffff).toString(16).padStart(6, '0').toUpperCase()}`
}
