import type { Axis } from '@cresyl/contract/slides/image-space'
import type { Channel } from '@cresyl/contract/slides/images'
import type { Slide } from '@cresyl/contract/slides/slides'
import type { Pyramid } from '@cresyl/contract/slides/viewers'
import { formatDateTime, formatNumber } from '../../../ui/text/dates.ts'
import { currentLocale } from '../../../ui/text/locale.ts'
import { vendorName } from '../../../ui/text/vendor-name.ts'
import { words } from './words.ts'

const own = words.image

/** With so many figures that count, and no more than are there. */
function figures(value: number, count: number): string {
  return new Intl.NumberFormat(currentLocale(), { maximumSignificantDigits: count }).format(value)
}

type Scale = Pick<Pyramid, 'mpp_x' | 'mpp_y'>
type Size = Pick<Pyramid, 'width' | 'height'>
type StatedScale = Pick<Slide, 'mpp' | 'mpp_x' | 'file_mpp_x' | 'file_mpp_y'>

/** "0.2525 µm/px", or both where a pixel is no square. */
export function scaleText({ mpp_x: x, mpp_y: y }: Scale): string {
  if (x === null || y === null) return own.unknownScale
  const [across, down] = [figures(x, 4), figures(y, 4)]
  return across === down ? `${across} µm/px` : `${across} × ${down} µm/px`
}

/** "0.5 µm/px, entered by hand (file: not stated)" where somebody gave the image the size of its slide's pixels. */
export function statedScaleText(scale: Scale, slide: StatedScale): string {
  const text = scaleText(scale)
  if (slide.mpp === null || scale.mpp_x !== slide.mpp_x) return text
  const inFile = { mpp_x: slide.file_mpp_x, mpp_y: slide.file_mpp_y }
  return own.byHand(text, inFile.mpp_x === null ? own.notStated : scaleText(inFile))
}

/** "46,000 × 32,914 px" */
export function pixelSizeText({ width, height }: Size): string {
  return `${formatNumber(width)} × ${formatNumber(height)} px`
}

/** "11.5 × 8.23 mm" as it lies on the glass, in µm where it is small; null where the scale is unknown. */
export function physicalSizeText({ width, height, mpp_x: x, mpp_y: y }: Size & Scale): string | null {
  if (x === null || y === null) return null
  const [across, down] = [width * x, height * y]
  const isSmall = Math.max(across, down) < 1000
  const [divisor, unit] = isSmall ? [1, 'µm'] : [1000, 'mm']
  return `${figures(across / divisor, 3)} × ${figures(down / divisor, 3)} ${unit}`
}

type Pixels = Pick<Pyramid, 'pixel_type' | 'bit_depth' | 'samples'> & { channels: readonly unknown[] }

/** "8-bit colour", "12-bit, 4 channels (stored in 16 bits)". */
export function pixelText({ pixel_type: type, bit_depth: bits, samples, channels }: Pixels): string {
  const what =
    samples >= 3
      ? own.colour(bits)
      : channels.length > 1
        ? own.channels(bits, channels.length)
        : own.grey(bits)
  if (type.startsWith('f')) return `${what} (${own.float})`
  const stored = Number(/\d+$/.exec(type)?.[0] ?? bits)
  return stored === bits ? what : `${what} (${own.stored(stored)})`
}

/** "7, 1.5 µm apart" */
export function planesText(count: number, axis: Axis | undefined): string {
  if (count <= 1) return own.onePlane
  const planes = formatNumber(count)
  return axis === undefined ? planes : own.apart(planes, `${figures(Math.abs(axis.step), 3)} µm`)
}

/** "5, one every 2 s"; null where time stands still. */
export function timesText(count: number, axis: Axis | undefined): string | null {
  if (count <= 1) return null
  const times = formatNumber(count)
  return axis === undefined ? times : own.every(times, `${figures(Math.abs(axis.step), 3)} s`)
}

export interface LevelFacts {
  readonly factor: string
  readonly size: string
  readonly tile: string
}

export function levelFacts(levels: Pyramid['levels']): LevelFacts[] {
  return levels.map(({ width, height, tile_width: across, tile_height: down, downsample }) => ({
    factor: words.levels.times(figures(downsample, 4)),
    size: `${formatNumber(width)} × ${formatNumber(height)}`,
    tile: `${formatNumber(across)} × ${formatNumber(down)}`,
  }))
}

type ChannelFacts = Pick<
  Channel,
  'index' | 'name' | 'excitation_wavelength' | 'emission_wavelength' | 'exposure'
>

export function channelName({ index, name }: ChannelFacts): string {
  return name?.trim() || words.channels.unnamed(index + 1)
}

/** "excitation 385 nm · emission 450 nm · exposure 20 ms" */
export function channelText(channel: ChannelFacts): string {
  const { excitation_wavelength: excitation, emission_wavelength: emission, exposure } = channel
  const known = [
    excitation === null ? null : words.channels.excitation(figures(excitation, 4)),
    emission === null ? null : words.channels.emission(figures(emission, 4)),
    exposure === null ? null : words.channels.exposure(figures(exposure, 4)),
  ].filter((each) => each !== null)
  return known.join(' · ') || words.channels.nothing
}

/** "Leica (Aperio), GT450, no. 123"; what the file says beyond its kind is for those who may see it. */
export function scannerText(vendor: string, metadata: Readonly<Record<string, string>>): string {
  const kind = vendorName(vendor)
  const { 'scanner.manufacturer': maker, 'scanner.model': model } = metadata
  const named = [maker, model].filter(
    (each) => each !== undefined && !kind.toLowerCase().includes(each.toLowerCase()),
  )
  return [kind, ...named].filter((each) => each !== '').join(', ') || words.unknown
}

/** As the file says it: without a zone it is the time of the place where it was scanned. */
export function scannedText(scannedAt: string): string {
  return Number.isNaN(Date.parse(scannedAt)) ? scannedAt : formatDateTime(scannedAt)
}

/** "40×" */
export function objectiveText(objective: number | null): string {
  return objective === null ? words.unknown : `${figures(objective, 4)}×`
}

export interface MetadataEntry {
  readonly name: string
  readonly value: string
}

/** What has all of these words in its name or value, in whatever case. */
export function searchMetadata(metadata: Readonly<Record<string, string>>, search: string): MetadataEntry[] {
  const sought = search.toLowerCase().split(/\s+/).filter(Boolean)
  return Object.entries(metadata)
    .map(([name, value]) => ({ name, value }))
    .filter(({ name, value }) => {
      const text = `${name} ${value}`.toLowerCase()
      return sought.every((word) => text.includes(word))
    })
}
