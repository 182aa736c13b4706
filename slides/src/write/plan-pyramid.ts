import { SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import { bytesPerSample } from '../pixels.ts'
import { halvings } from './halve-tile.ts'
import type {
  PyramidCompression,
  PyramidOptions,
  PyramidPlan,
  ResolvedCompression,
} from './pyramid-options.ts'

/** Larger tiles would not fit a writer's memory several at a time. */
const largestTileSize = 2048

/** Fills in what was left out; an `out_of_range` error names the first option that makes no sense. */
export function planPyramid(options: PyramidOptions): PyramidPlan {
  const { width, height, pixelType, samples, container, mpp, objective, stepZ, stepT, icc } = options
  const channels = options.channels ?? [{}]
  const sizeZ = options.sizeZ ?? 1
  const sizeT = options.sizeT ?? 1
  const sampleBits = 8 * bytesPerSample(pixelType)
  const bitDepth = options.bitDepth ?? sampleBits
  const tileSize = options.tileSize ?? 256
  const smallestLevel = options.smallestLevel ?? 512
  const halving = options.halving ?? 'mean'
  const givenLevels = options.givenLevels === 'all' ? Number.MAX_SAFE_INTEGER : (options.givenLevels ?? 1)

  checkWhole('width', width, 1, limits.imageSide)
  checkWhole('height', height, 1, limits.imageSide)
  check(pixelType === 'u8' || pixelType === 'u16', `pixelType is ${pixelType}, not u8 or u16`)
  check(samples === 1 || samples === 3, `samples is ${samples}, not 1 or 3`)
  check(
    container === 'bigtiff' || container === 'ome-tiff',
    `container is ${container}, not bigtiff or ome-tiff`,
  )
  check(channels.length > 0, 'channels is empty')
  checkWhole('sizeZ', sizeZ, 1, limits.directories)
  checkWhole('sizeT', sizeT, 1, limits.directories)
  check(samples === 1 || channels.length === 1, `has ${channels.length} channels of RGB, not one`)
  const planes = channels.length * sizeZ * sizeT
  check(container === 'ome-tiff' || planes === 1, `has ${planes} planes, which only OME-TIFF holds`)
  checkWhole('bitDepth', bitDepth, 1, sampleBits)
  checkWhole('tileSize', tileSize, 16, largestTileSize)
  check(tileSize % 16 === 0, `tileSize is ${tileSize}, not a multiple of 16`)
  checkWhole('smallestLevel', smallestLevel, 1, limits.imageSide)
  check(halvings.includes(halving), `halving is ${halving}, not ${halvings.join(', ')}`)
  checkWhole('givenLevels', givenLevels, 1, Number.MAX_SAFE_INTEGER)
  if (mpp) {
    checkPositive('mpp.x', mpp.x)
    checkPositive('mpp.y', mpp.y)
  }
  if (objective !== undefined) checkPositive('objective', objective)
  if (stepZ !== undefined) checkPositive('stepZ', stepZ)
  if (stepT !== undefined) checkPositive('stepT', stepT)
  if (icc) checkWhole('icc length', icc.length, 1, limits.valueBytes)
  const compression = resolveCompression(options.compression)
  check(compression.kind !== 'jpeg' || pixelType === 'u8', 'asks for JPEG, which holds u8 only; use deflate')

  return {
    width,
    height,
    pixelType,
    samples,
    container,
    channels,
    sizeZ,
    sizeT,
    stepZ,
    bitDepth,
    tileSize,
    stepT,
    compression,
    mpp,
    objective,
    icc,
    smallestLevel,
    provenance: options.provenance ?? {},
    background: resolveBackground(options, 2 ** bitDepth - 1, 2 ** sampleBits - 1),
    halving,
    givenLevels,
    overwrite: options.overwrite ?? false,
  }
}

function resolveCompression(compression: PyramidCompression): ResolvedCompression {
  switch (compression.kind) {
    case 'jpeg': {
      const { quality = 90, subsampling = '4:2:0' } = compression
      checkWhole('quality', quality, 1, 100)
      check(['4:4:4', '4:2:0'].includes(subsampling), `subsampling is ${subsampling}, not 4:4:4 or 4:2:0`)
      return { kind: 'jpeg', quality, subsampling }
    }
    case 'deflate': {
      const { level = 6 } = compression
      checkWhole('level', level, 1, 9)
      return { kind: 'deflate', level }
    }
    case 'none':
      return { kind: 'none' }
    default:
      throw wrongOption('compression is not jpeg, deflate or none')
  }
}

function resolveBackground(
  { samples, background }: PyramidOptions,
  white: number,
  largest: number,
): readonly number[] {
  const value = background ?? (samples === 3 ? white : 0)
  const color = typeof value === 'number' ? Array.from({ length: samples }, () => value) : value
  check(color.length === samples, `background has ${color.length} values for ${samples} samples`)
  for (const sample of color) checkWhole('background', sample, 0, largest)
  return color
}

const wrongOption = (reason: string) => new SlideError('out_of_range', 'pyramid options', reason)

function check(holds: boolean, reason: string): void {
  if (!holds) throw wrongOption(reason)
}

function checkWhole(name: string, value: number, least: number, most: number): void {
  const inside = Number.isInteger(value) && value >= least && value <= most
  check(inside, `${name} is ${value}, not a whole number from ${least} to ${most}`)
}

function checkPositive(name: string, value: number): void {
  check(Number.isFinite(value) && value > 0, `${name} is ${value}, not a positive number`)
}
