import type { SlideError } from '../../errors.ts'
import { limits } from '../../limits.ts'
import { bytesPerSample, type PixelTile, pixelTypes } from '../../pixels.ts'
import type { Channel, EncodedTile, Level, SlideImage, SlideMetadata } from '../../slide.ts'

const longestStructure = 120
const longestReason = 400

/** What is wrong with an error as a sentence for people; undefined where it is one. */
export function faultOfSentence({ structure, reason }: SlideError): string | undefined {
  if (!structure.trim() || structure !== structure.trim()) return 'the structure is empty or padded'
  if (!reason.trim() || reason !== reason.trim()) return 'the reason is empty or padded'
  if (structure.length > longestStructure) return `the structure has ${structure.length} characters`
  if (reason.length > longestReason) return `the reason has ${reason.length} characters`
  if (reason.endsWith('.')) return 'the reason ends with a full stop'
  // What stands in quotes is the file's own text; entities are undefined in the words of the XML parser.
  const text = `${structure}: ${reason}`.replace(/"[^"]*"|undefined entity/g, '')
  const nonsense = /\bNaN\b|\bundefined\b|\bnull\b|\[object|\bInfinity\b|\p{Cc}/u.exec(text)?.[0]
  return nonsense === undefined ? undefined : `it contains ${JSON.stringify(nonsense)}`
}

export function checkErrorText(error: SlideError): void {
  const fault = faultOfSentence(error)
  demand(fault === undefined, `an error that is no sentence (${fault}): ${error.code} ${error.message}`)
}

export function checkImage(image: SlideImage): void {
  const { width, height, mpp, objective, pixelType, bitDepth, samples, channels, sizeZ, sizeT, levels } =
    image
  demand(isCount(width) && isCount(height), `an image of ${width} × ${height}`)
  demand(!mpp || (isPositive(mpp.x) && isPositive(mpp.y)), `${mpp?.x} × ${mpp?.y} µm per pixel`)
  demand(objective === undefined || isPositive(objective), `an objective of ${objective}`)
  demand(pixelTypes.includes(pixelType), `pixels of ${pixelType}`)
  demand(isCount(bitDepth) && bitDepth <= bytesPerSample(pixelType) * 8, `${bitDepth} bits in ${pixelType}`)
  demand([1, 3, 4].includes(samples), `${samples} samples`)
  demand(channels.length >= 1 && (samples === 1 || channels.length === 1), `${channels.length} channels`)
  demand(isCount(sizeZ) && isCount(sizeT), `${sizeZ} focus planes and ${sizeT} time points`)
  demand(image.stepZ === undefined || isPositive(image.stepZ), `focus planes ${image.stepZ} µm apart`)
  demand(image.stepT === undefined || isPositive(image.stepT), `times ${image.stepT} s apart`)
  for (const channel of channels) checkChannel(channel)
  demand(levels[0]?.width === width && levels[0].height === height, 'a first level that is not the image')
  for (const [index, level] of levels.entries()) checkLevel(level, levels[index - 1])
}

function checkChannel({ name, color, exposure, emissionWavelength, excitationWavelength }: Channel): void {
  demand(name === undefined || name.length > 0, 'a channel with an empty name')
  demand(
    color === undefined || (Number.isInteger(color) && color >= 0 && color <= 0xffffff),
    `colour ${color}`,
  )
  for (const number of [exposure, emissionWavelength, excitationWavelength]) {
    demand(number === undefined || isPositive(number), `a channel with ${number}`)
  }
}

function checkLevel(level: Level, above: Level | undefined): void {
  const { width, height, tileWidth, tileHeight, downsample } = level
  demand(isCount(width) && isCount(height), `a level of ${width} × ${height}`)
  demand(width <= limits.imageSide && height <= limits.imageSide, `a level of ${width} × ${height}`)
  demand(isCount(tileWidth) && isCount(tileHeight), `tiles of ${tileWidth} × ${tileHeight}`)
  demand(
    tileWidth <= limits.tileSide && tileHeight <= limits.tileSide,
    `tiles of ${tileWidth} × ${tileHeight}`,
  )
  demand(
    Number.isFinite(downsample) && downsample >= (above?.downsample ?? 1),
    `a downsample of ${downsample}`,
  )
}

export function checkMetadata({ scanner = {}, scannedAt, properties }: SlideMetadata): void {
  for (const text of [...Object.values(scanner), scannedAt, ...Object.values(properties)]) {
    demand(text === undefined || typeof text === 'string', `metadata that is a ${typeof text}`)
  }
  demand(scannedAt === undefined || !Number.isNaN(Date.parse(scannedAt)), `the time ${scannedAt}`)
}

export function checkEncodedTile(tile: EncodedTile | null): void {
  if (!tile) return
  const { mime, bytes } = tile
  demand(mime === 'image/jpeg' && bytes[0] === 0xff && bytes[1] === 0xd8, 'an encoded tile that is no JPEG')
}

export function checkTile(image: SlideImage, level: number, x: number, y: number, tile: PixelTile): void {
  const { width, height, tileWidth, tileHeight } = image.levels[level] as Level
  const expected = {
    width: Math.min(tileWidth, width - x * tileWidth),
    height: Math.min(tileHeight, height - y * tileHeight),
  }
  const what = `a tile of ${tile.width} × ${tile.height} × ${tile.samples} ${tile.pixelType}`
  demand(tile.width === expected.width && tile.height === expected.height, what)
  demand(tile.samples === image.samples && tile.pixelType === image.pixelType, what)
  demand(
    tile.data.length === tile.width * tile.height * tile.samples,
    `${what} with ${tile.data.length} values`,
  )
  demand(tile.data.BYTES_PER_ELEMENT === bytesPerSample(tile.pixelType), `${what} in another array`)
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 1

const isPositive = (value: number): boolean => Number.isFinite(value) && value > 0

function demand(holds: boolean, what: string): void {
  if (!holds) throw new Error(`the reader gave ${what}`)
}
