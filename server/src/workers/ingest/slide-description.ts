import type { ImageKind } from '@cresyl/contract/slides/images'
import type { Channel, Level, PixelType, SlideImage, Vendor } from '@cresyl/slides'
import type { ImagePart } from '../../platform/tiles/image-location.ts'

/** What a file has, as plain data: found out in a sandbox, so that no other process opens a file for the first time. */
export interface SlideDescription {
  readonly vendor: Vendor
  /** ISO 8601, as the file says it. */
  readonly scannedAt: string | null
  /** Names and values as the vendor wrote them. */
  readonly metadata: Readonly<Record<string, string>>
  /** Those that were scanned, the largest first, then label, macro and thumbnail. */
  readonly images: readonly ImageDescription[]
  /** What is wrong with a file that is read all the same. */
  readonly warnings: readonly string[]
}

export interface ImageDescription {
  readonly part: ImagePart
  readonly kind: Extract<ImageKind, 'source' | 'label' | 'macro' | 'thumbnail'>
  readonly name: string | null
  readonly width: number
  readonly height: number
  /** µm a pixel. */
  readonly mpp: { readonly x: number; readonly y: number } | null
  readonly objective: number | null
  readonly pixelType: PixelType
  readonly bitDepth: number
  readonly samples: 1 | 3 | 4
  readonly channels: readonly Channel[]
  readonly sizeZ: number
  readonly sizeT: number
  /** µm between focus planes. */
  readonly stepZ: number | null
  /** Seconds between points of time. */
  readonly stepT: number | null
  readonly hasIcc: boolean
  readonly levels: readonly Level[]
}

const longestName = 500

/** PostgreSQL keeps neither the character 0 nor half a pair of surrogates, and a file may say anything. */
export const storable = (text: string, longest = longestName): string =>
  text.replaceAll('\0', '').slice(0, longest).toWellFormed()

export async function describeImage(
  image: SlideImage,
  place: Pick<ImageDescription, 'part' | 'kind'>,
): Promise<ImageDescription> {
  const { width, height, pixelType, bitDepth, samples, sizeZ, sizeT, mpp } = image
  // A profile that can't be read is as good as none.
  const profile = await image.iccProfile().catch(() => null)
  return {
    ...place,
    width,
    height,
    pixelType,
    bitDepth,
    samples,
    sizeZ,
    sizeT,
    name: image.name === undefined ? null : storable(image.name),
    mpp: mpp && isLength(mpp.x) && isLength(mpp.y) ? { x: mpp.x, y: mpp.y } : null,
    objective: isLength(image.objective) ? image.objective : null,
    channels: image.channels.map(describeChannel),
    stepZ: isLength(image.stepZ) ? image.stepZ : null,
    stepT: isLength(image.stepT) ? image.stepT : null,
    hasIcc: profile !== null,
    levels: image.levels.map((level) => ({ ...level })),
  }
}

function describeChannel({ name, color, ...rest }: Channel): Channel {
  const { emissionWavelength, excitationWavelength, exposure } = rest
  return {
    name: name === undefined ? undefined : storable(name),
    color,
    emissionWavelength: isLength(emissionWavelength) ? emissionWavelength : undefined,
    excitationWavelength: isLength(excitationWavelength) ? excitationWavelength : undefined,
    exposure: isLength(exposure) ? exposure : undefined,
  }
}

const isLength = (value: number | undefined): value is number =>
  value !== undefined && Number.isFinite(value) && value > 0
