import type { FoundOverlay } from '@cresyl/analysis'
import { createPyramid } from '@cresyl/slides'
import { makeSidecar } from '../platform/tiles/header-sidecar.ts'
import { openDescribed } from '../platform/tiles/image-location.ts'
import { version } from '../platform/version.ts'
import type { WrittenOverlay } from './qc-order.ts'

const tileSize = 256

/** Writes a heat map or mask as a pyramid that is served like any other image, its values as they are. */
export async function writeOverlay(
  { pixels, ...overlay }: FoundOverlay,
  path: string,
  withHeader: boolean,
): Promise<WrittenOverlay> {
  const { key, kind, width, height } = overlay
  const writer = await createPyramid(path, {
    ...{ width, height, pixelType: 'u8', samples: 1, container: 'bigtiff', tileSize },
    compression: { kind: 'deflate' },
    // Means of values and of places without any would be neither: a heat map, which is small, has one level.
    ...(kind === 'heatmap' && { smallestLevel: Math.max(width, height) }),
    provenance: { program: 'cresyl', version, shows: `${key} ${kind}` },
  })
  for (let y = 0; y * tileSize < height; y += 1) {
    for (let x = 0; x * tileSize < width; x += 1) {
      await writer.writeTile(x, y, cutOut({ pixels, width, height }, x * tileSize, y * tileSize))
    }
  }
  await writer.finish()
  const header = withHeader ? await makeSidecar(await openDescribed({ kind: 'file', path })) : null
  return { ...overlay, path, levels: writer.levels.map((level) => ({ ...level })), header }
}

function cutOut(
  { pixels, width, height }: Pick<FoundOverlay, 'pixels' | 'width' | 'height'>,
  left: number,
  top: number,
) {
  const tileWidth = Math.min(tileSize, width - left)
  const tileHeight = Math.min(tileSize, height - top)
  const data = new Uint8Array(tileWidth * tileHeight)
  for (let row = 0; row < tileHeight; row += 1) {
    const from = (top + row) * width + left
    data.set(pixels.subarray(from, from + tileWidth), row * tileWidth)
  }
  return { width: tileWidth, height: tileHeight, samples: 1, pixelType: 'u8', data } as const
}
