import { formats } from '../formats/index.ts'
import type { AssociatedImage, Channel, Slide, SlideImage, Vendor } from '../slide.ts'
import type { Source } from '../source/source.ts'
import { columns } from './columns.ts'
import { bytes, colorName, decimals, readable } from './words.ts'

const titleOf = (vendor: Vendor): string => formats.find(({ name }) => name === vendor)?.title ?? vendor

/** For people: labels on the left, one image after the other. */
export function describeSlide(slide: Slide, source: Source, { metadata }: { metadata: boolean }): string {
  const { images, associated, warnings = [] } = slide
  const sections = [
    [
      source.name,
      ...columns([['  Format', `${titleOf(slide.vendor)}, ${bytes(source.size)}`], ...scanner(slide)]),
    ],
    ...images.map((image, index) => describeImage(image, images.length > 1 ? `Image ${index}` : 'Image')),
    associated.length > 0 ? ['Associated images', ...columns(associated.map(describeAssociated))] : [],
    warnings.length > 0 ? ['Warnings', ...warnings.map(({ message }) => `  ${readable(message)}`)] : [],
    metadata ? ['Properties', ...properties(slide)] : [],
  ]
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}

/** For programs: what the library knows, without its functions. */
export function slideAsData({ vendor, images, associated, metadata, warnings = [] }: Slide, source: Source) {
  return {
    name: source.name,
    bytes: source.size,
    vendor,
    format: titleOf(vendor),
    images: images.map(imageAsData),
    associated: associated.map(({ kind, image }) => ({ kind, width: image.width, height: image.height })),
    ...metadata,
    warnings: warnings.map(({ message }) => message),
  }
}

function imageAsData({ name, width, height, mpp, objective, pixelType, ...image }: SlideImage) {
  const {
    bitDepth,
    convertedFrom,
    samples,
    premultipliedAlpha,
    channels,
    sizeZ,
    sizeT,
    stepZ,
    stepT,
    levels,
  } = image
  return {
    name,
    width,
    height,
    mpp,
    objective,
    pixelType,
    bitDepth,
    convertedFrom,
    samples,
    premultipliedAlpha,
    channels: channels.map(({ color, ...channel }) => ({
      ...channel,
      color: color === undefined ? undefined : colorName(color),
    })),
    sizeZ,
    sizeT,
    stepZ,
    stepT,
    levels,
  }
}

function scanner({ metadata }: Slide): string[][] {
  const { manufacturer, model, serial, software } = metadata.scanner ?? {}
  const device = [manufacturer, model, serial && `(${serial})`].filter(Boolean).join(' ')
  const rows = [
    ['  Scanner', readable(device)],
    ['  Software', readable(software ?? '')],
    ['  Scanned', readable(metadata.scannedAt ?? '').replace(/\.\d+/, '')],
  ]
  return rows.filter(([, value]) => value !== '')
}

function describeImage(image: SlideImage, title: string): string[] {
  const rows = [
    ['  Size', size(image)],
    ['  Resolution', resolution(image)],
    ['  Objective', image.objective === undefined ? 'unknown' : `${decimals(image.objective, 2)}×`],
    ['  Pixels', pixels(image)],
    ...(image.sizeZ > 1 ? [['  Z', focus(image)]] : []),
    ...(image.sizeT > 1 ? [['  T', times(image)]] : []),
  ]
  return [
    image.name ? `${title}: ${readable(image.name)}` : title,
    ...columns(rows),
    ...(hasChannelsToTell(image) ? ['  Channels', ...columns(image.channels.map(describeChannel))] : []),
    '  Levels',
    ...columns(levelRows(image), [0, 1, 2, 3]),
  ]
}

/** One grey channel of which nothing is known is no news. */
const hasChannelsToTell = ({ samples, channels }: SlideImage): boolean =>
  samples === 1 && (channels.length > 1 || Object.keys(channels[0] ?? {}).length > 0)

function size({ width, height, mpp }: SlideImage): string {
  const pixels = `${width} × ${height} px`
  if (!mpp) return pixels
  const [across, down] = [width * mpp.x, height * mpp.y]
  if (Math.max(across, down) < 100) return `${pixels}, ${decimals(across, 1)} × ${decimals(down, 1)} µm`
  return `${pixels}, ${decimals(across / 1000, 3)} × ${decimals(down / 1000, 3)} mm`
}

function resolution({ mpp }: SlideImage): string {
  if (!mpp) return 'unknown'
  const [x, y] = [decimals(mpp.x, 4), decimals(mpp.y, 4)]
  return x === y ? `${x} µm/px` : `${x} × ${y} µm/px`
}

function pixels({ samples, pixelType, bitDepth, convertedFrom, premultipliedAlpha }: SlideImage): string {
  const alpha = premultipliedAlpha ? 'RGB multiplied by its alpha' : 'RGB with alpha'
  const kind = { 1: 'grey', 3: 'RGB', 4: alpha }[samples]
  const converted = convertedFrom ? `, converted from ${convertedFrom}` : ''
  return `${kind}, ${bitDepth} bits a sample (${pixelType})${converted}`
}

const focus = ({ sizeZ, stepZ }: SlideImage): string =>
  `${sizeZ} planes${stepZ === undefined ? '' : `, ${decimals(stepZ, 3)} µm apart`}`

const times = ({ sizeT, stepT }: SlideImage): string =>
  `${sizeT} time points${stepT === undefined ? '' : `, ${decimals(stepT, 3)} s apart`}`

function describeChannel({ name, color, exposure, ...channel }: Channel, index: number): string[] {
  const { emissionWavelength: emission, excitationWavelength: excitation } = channel
  const more = [
    excitation === undefined ? '' : `excitation ${decimals(excitation, 1)} nm`,
    emission === undefined ? '' : `emission ${decimals(emission, 1)} nm`,
    exposure === undefined ? '' : `exposure ${decimals(exposure, 3)} ms`,
  ]
  return [
    `    ${index}`,
    readable(name ?? 'without a name'),
    color === undefined ? '' : colorName(color),
    more.filter(Boolean).join(', '),
  ]
}

function levelRows({ levels }: SlideImage): string[][] {
  return levels.map(({ width, height, tileWidth, tileHeight, downsample, compression }, index) => [
    `    ${index}`,
    `${width} × ${height} px`,
    `tiles ${tileWidth} × ${tileHeight}`,
    `1/${decimals(downsample, 2)}`,
    compression === 'none' ? 'not compressed' : (compression ?? ''),
  ])
}

const describeAssociated = ({ kind, image }: AssociatedImage): string[] => [
  `  ${kind}`,
  `${image.width} × ${image.height} px`,
]

function properties({ metadata }: Slide): string[] {
  const entries = Object.entries(metadata.properties)
  if (entries.length === 0) return ['  none']
  return columns(entries.map(([name, value]) => [`  ${readable(name)}`, readable(value)]))
}
