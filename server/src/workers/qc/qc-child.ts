import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { checkQuality, type FoundOverlay, type PlacedMeasurement, type QcFinding } from '@cresyl/analysis'
import type { QcMeasureKey } from '@cresyl/contract/qc/qc-measures'
import { createPyramid, type Level } from '@cresyl/slides'
import type { SandboxRun } from '../../platform/processes/sandbox.ts'
import { makeSidecar } from '../../platform/tiles/header-sidecar.ts'
import { type ImageLocation, openDescribed, openImage } from '../../platform/tiles/image-location.ts'
import { version } from '../../platform/version.ts'
import { explained, originOf } from '../ingest/explain-slide-error.ts'

/** Runs in a process of its own: files are hostile until shown otherwise. */
export const run: SandboxRun<QcOrder, QcOutcome> = (order, { progress, keep, onNews }) =>
  explained(originOf(order.location.source), async () => {
    const { location, z, checkpoint, folder, withHeaders } = order
    const { image, learn, close } = await openImage(location)
    onNews((newer) => learn(newer as ImageLocation))
    try {
      const { overlays, outlines, measurements, ...finding } = await checkQuality(image, {
        z,
        checkpoint,
        onProgress: progress,
        onCheckpoint: keep,
      })
      const written: WrittenOverlay[] = []
      for (const [index, overlay] of overlays.entries()) {
        written.push(await writeOverlay(overlay, join(folder, `overlay-${index}`), withHeaders))
      }
      return {
        ...finding,
        measurements: [...measurements],
        overlays: written,
        outlines: await writeOutlines(outlines, folder),
      }
    } finally {
      await close()
    }
  })

async function writeOutlines(
  outlines: Partial<Record<QcMeasureKey, unknown>>,
  folder: string,
): Promise<QcOutcome['outlines']> {
  const written: QcOutcome['outlines'] = []
  for (const [key, collection] of Object.entries(outlines) as [QcMeasureKey, unknown][]) {
    const path = join(folder, `outlines-${key}`)
    await writeFile(path, gzipSync(JSON.stringify(collection)))
    written.push({ key, path })
  }
  return written
}

/** What is handed to the process that checks an image. */
export interface QcOrder {
  location: ImageLocation
  /** Which plane of a focus stack. */
  z: number
  /** How far an attempt before this one came. */
  checkpoint: Uint8Array | undefined
  /** For what it writes. */
  folder: string
  /** Also gives what opening the written files reads, as objects of their own. */
  withHeaders: boolean
}

/** What it found, with what is large in files. */
export interface QcOutcome extends Omit<QcFinding, 'overlays' | 'outlines' | 'measurements'> {
  measurements: PlacedMeasurement[]
  overlays: WrittenOverlay[]
  /** GeoJSON, compressed by gzip. */
  outlines: { key: QcMeasureKey; path: string }[]
}

export interface WrittenOverlay extends Omit<FoundOverlay, 'pixels'> {
  /** Of a pyramid. */
  path: string
  levels: Level[]
  header: Uint8Array | null
}

const tileSize = 256

/** Writes a heat map or mask as a pyramid that is served like any other image, its values as they are. */
export async function writeOverlay(
  { pixels, ...overlay }: FoundOverlay,
  path: string,
  withHeader: boolean,
): Promise<WrittenOverlay> {
  const { key, kind, width, height } = overlay
  const writer = await createPyramid(path, {
    width,
    height,
    pixelType: 'u8',
    samples: 1,
    container: 'bigtiff',
    tileSize,
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
