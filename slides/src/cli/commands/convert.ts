import { basename } from 'node:path'
import type { Slide, SlideImage } from '../../slide.ts'
import type { Source } from '../../source/source.ts'
import { copyImage, writableFormat } from '../../write/copy-image.ts'
import {
  type CopiedTiles,
  copyStoredJpeg,
  type StoredJpeg,
  storedJpegOf,
} from '../../write/copy-stored-jpeg.ts'
import { createPyramid } from '../../write/create-pyramid.ts'
import type { PyramidCompression, PyramidOptions } from '../../write/pyramid-options.ts'
import { defineCommand } from '../command.ts'
import { checkOutput, outputOptions, slidePath, writerError } from '../output.ts'
import type { Program } from '../program.ts'
import { elapsed } from '../progress.ts'
import { type OptionTable, type OptionValues, UsageError } from '../usage.ts'
import { imageOf, imageOption, withSlide } from '../with-slide.ts'
import { bytes, counted, decimals } from '../words.ts'

const options = {
  ...outputOptions,
  format: {
    kind: 'text',
    value: 'NAME',
    choices: ['bigtiff', 'ome-tiff'],
    help: 'bigtiff or ome-tiff; OME-TIFF where the name says so or there are several channels, Z or T',
  },
  compression: {
    kind: 'text',
    value: 'NAME',
    choices: ['jpeg', 'deflate', 'none'],
    help: 'jpeg, deflate or none; JPEG for 8-bit RGB, else Deflate, which is lossless',
  },
  quality: { kind: 'integer', value: 'N', minimum: 1, maximum: 100, help: 'of JPEG (90)' },
  subsampling: {
    kind: 'text',
    value: 'RATIO',
    choices: ['4:4:4', '4:2:0'],
    help: 'colour in JPEG: whole (4:4:4) from quality 90 on, else at half resolution (4:2:0)',
  },
  tile: {
    kind: 'integer',
    value: 'PX',
    minimum: 16,
    maximum: 2048,
    help: 'side of a tile: that of JPEG tiles which are kept, else 256',
  },
  ...imageOption,
} as const satisfies OptionTable

type ConvertOptions = OptionValues<typeof options>

export const convert = defineCommand({
  name: 'convert',
  summary: 'Writes a slide as a tiled pyramid: BigTIFF or OME-TIFF.',
  arguments: ['FILE'],
  options,
  notes: [
    'Resolution, objective, colour profile and channels are kept, and the file says what it was made from.',
    'JPEG tiles of full resolution are kept as they are where they are square and have YCbCr colour (4:4:4, 4:2:0)',
    'or grey, unless --quality, --subsampling or another --tile is given. Everything else is encoded again.',
    'All other levels are made again from full resolution. Label and macro are left out.',
  ],
  examples: ['convert slide.svs -o slide.tiff', 'convert stack.tif -o stack.ome.tiff --compression deflate'],
  async run({ arguments: [file = ''], options: given }, program) {
    const path = slidePath(given.output)
    if (given.tile !== undefined && given.tile % 16 !== 0)
      throw new UsageError(`--tile must be a multiple of 16, but is “${given.tile}”.`)
    await checkOutput(program, path, given.force, file)
    const started = performance.now()
    const written = await withSlide(file, program.signal, (slide, source) =>
      convertImage(slide, source, path, given, program).catch((error) => {
        // The writer names the file it could not write; everything else is about the slide that is read.
        throw writerError(error, basename(path)) ?? error
      }),
    )
    const { width, height, levels, size, container, fullResolution } = written
    const time = elapsed((performance.now() - started) / 1000)
    const title = container === 'bigtiff' ? 'BigTIFF' : 'OME-TIFF'
    program.say(
      `Wrote ${path}: ${title}, ${width} × ${height} px, ${counted(levels, 'level')}, ${bytes(size)}, in ${time}.`,
    )
    program.say(`Full resolution: ${fullResolution}.`)
  },
})

async function convertImage(
  slide: Slide,
  source: Source,
  path: string,
  given: ConvertOptions,
  program: Program,
) {
  const { signal } = program
  const image = imageOf(slide, given.image)
  const stored = await keptJpeg(image, given, signal)
  const settings = await pyramidOptions(image, stored, source, path, given, program)
  const partial = `${path}.partial`
  program.unfinished.add(partial)
  const writer = await createPyramid(path, settings, signal)
  const { width, height, channels, sizeZ, sizeT } = image
  const progress = program.progress.begin(
    'Converting',
    width * height * channels.length * sizeZ * sizeT,
    (pixels) => `${decimals(pixels / 1e6, 1)} MP/s`,
  )
  try {
    const kept = stored && (await copyStoredJpeg(image, writer, progress.add, signal))
    if (!kept) await copyImage(image, writer, settings.tileSize, progress.add, signal)
    const { bytes: size } = await writer.finish()
    const fullResolution = kept ? describeKept(kept) : describeEncoded(image, settings.compression)
    return {
      width,
      height,
      levels: writer.levels.length,
      size,
      container: settings.container,
      fullResolution,
    }
  } catch (error) {
    await writer.abort()
    throw error
  } finally {
    progress.end()
    program.unfinished.delete(partial)
  }
}

async function pyramidOptions(
  image: SlideImage,
  stored: StoredJpeg | undefined,
  source: Source,
  path: string,
  { format, compression: asked, subsampling: ratio, image: index, force, ...given }: ConvertOptions,
  program: Program,
): Promise<PyramidOptions & { readonly tileSize: number }> {
  const { width, height, channels, sizeZ, sizeT, stepZ, stepT, bitDepth, mpp, objective } = image
  const { pixelType, samples } = writableFormat(image)
  const planes = channels.length * sizeZ * sizeT
  const container = format ?? (planes > 1 || /\.ome\.tiff?$/i.test(path) ? 'ome-tiff' : 'bigtiff')
  if (container === 'bigtiff' && planes > 1)
    throw new UsageError(`The image has ${planes} planes, which only OME-TIFF holds; use --format ome-tiff.`)
  const kind =
    asked ?? (stored || (samples === 3 && pixelType === 'u8' && bitDepth === 8) ? 'jpeg' : 'deflate')
  if (kind === 'jpeg' && pixelType !== 'u8')
    throw new UsageError(
      'The image has 16 bits a sample, which JPEG does not hold; use --compression deflate.',
    )
  const { quality = 90, tile = stored?.tileSize ?? 256 } = given
  const subsampling = stored?.subsampling ?? ratio ?? (quality >= 90 ? '4:4:4' : '4:2:0')
  const compression = kind === 'jpeg' ? { kind, quality, subsampling } : { kind }
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
    stepT,
    bitDepth,
    mpp,
    objective,
    compression,
    tileSize: tile,
    overwrite: force,
    icc: (await image.iccProfile(program.signal)) ?? undefined,
    provenance: {
      source: source.name,
      program: program.name,
      version: program.version,
      parameters: JSON.stringify({
        image: index,
        container,
        tile,
        compression,
        keptTiles: stored !== undefined,
      }),
    },
  }
}

/** The stored tiles to keep; undefined where they can't be kept or something else is asked for. */
async function keptJpeg(
  image: SlideImage,
  { compression, quality, subsampling, tile }: ConvertOptions,
  signal: AbortSignal,
): Promise<StoredJpeg | undefined> {
  if ((compression ?? 'jpeg') !== 'jpeg' || quality !== undefined || subsampling !== undefined)
    return undefined
  const stored = await storedJpegOf(image, signal)
  return tile === undefined || tile === stored?.tileSize ? stored : undefined
}

const describeKept = ({ tiles, kept }: CopiedTiles): string =>
  kept === tiles
    ? 'the JPEG tiles of the slide, unchanged'
    : `${kept} of ${tiles} JPEG tiles of the slide unchanged, the others encoded again`

function describeEncoded({ samples }: SlideImage, compression: PyramidCompression): string {
  if (compression.kind === 'jpeg') return `encoded again as JPEG of quality ${compression.quality}`
  return samples === 4 ? 'laid over white' : 'the same values as in the slide'
}
