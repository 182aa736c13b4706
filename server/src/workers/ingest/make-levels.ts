import { copyImage, createPyramid, type Level, type SlideImage, writableFormat } from '@cresyl/slides'
import type { SandboxRun } from '../../platform/processes/sandbox.ts'
import { makeSidecar } from '../../platform/tiles/header-sidecar.ts'
import { type ImageLocation, openDescribed, openImage } from '../../platform/tiles/image-location.ts'
import { version } from '../../platform/version.ts'
import { type Damage, tolerateDamage } from './damaged-tiles.ts'
import { explained, originOf } from './explain-slide-error.ts'
import { halvedImage } from './halved-image.ts'
import type { LevelPlan } from './plan-levels.ts'

export interface MakeInput {
  /** Without any levels made before. */
  readonly location: ImageLocation
  readonly plan: Extract<LevelPlan, { make: 'levels' | 'pyramid' }>
  /** Where to write them. */
  readonly path: string
  /** Also gives what opening the written file reads, as an object of its own. */
  readonly withHeader: boolean
}

export interface MakeOutput {
  /** Those of the image as it is shown from now on, the file's own included. */
  readonly levels: readonly Level[]
  readonly samples: SlideImage['samples']
  /** Tiles that are blank in what was made. */
  readonly damage: Damage | null
  readonly header: Uint8Array | null
}

const tileSize = 256
/** 8-bit RGB as pathologists are used to it; everything else without loss. */
const jpeg = { kind: 'jpeg', quality: 92, subsampling: '4:4:4' } as const
const lossless = { kind: 'deflate' } as const

/** In a sandbox: writes what the image lacks, and opens it as the viewer will. */
export const run: SandboxRun<MakeInput, MakeOutput> = (input, { progress, onNews }) =>
  explained(originOf(input.location.source), async () => {
    const { location, plan, path, withHeader } = input
    const { image: whole, learn } = await openImage(location)
    onNews((newer) => learn(newer as ImageLocation))
    const { image, damage } = tolerateDamage(whole, 'background')
    const wanted = plan.make === 'levels' ? halvedImage(image, plan.firstLevel - 1) : image
    await writePyramid(wanted, path, progress)
    const found = damage()
    const made = { kind: 'file', path } as const
    const { image: shown } = await openImage(
      plan.make === 'levels'
        ? { ...location, madeLevels: { source: made, firstLevel: plan.firstLevel } }
        : { ...location, source: made, part: 'image 0' },
    )
    return {
      levels: shown.levels.map((level) => ({ ...level })),
      samples: shown.samples,
      damage: found,
      header: withHeader ? await makeSidecar(await openDescribed(made)) : null,
    }
  })

async function writePyramid(
  image: SlideImage,
  path: string,
  progress: (done: number, total: number) => void,
): Promise<void> {
  const { width, height, channels, sizeZ, sizeT, stepZ, stepT, bitDepth, mpp, objective } = image
  const { pixelType, samples } = writableFormat(image)
  const planes = channels.length * sizeZ * sizeT
  const writer = await createPyramid(path, {
    width,
    height,
    pixelType,
    samples,
    channels,
    sizeZ,
    sizeT,
    bitDepth,
    mpp,
    objective,
    stepZ,
    stepT,
    container: planes > 1 ? 'ome-tiff' : 'bigtiff',
    // What JPEG loses would be spread over the range of fewer bits.
    compression: pixelType === 'u8' && samples === 3 && bitDepth === 8 ? jpeg : lossless,
    tileSize,
    icc: (await image.iccProfile().catch(() => null)) ?? undefined,
    provenance: { program: 'cresyl', version },
  })
  const total = width * height * planes
  let done = 0
  const wrote = (pixels: number) => {
    done += pixels
    progress(done, total)
  }
  await copyImage(image, writer, tileSize, wrote, new AbortController().signal)
  await writer.finish()
}
