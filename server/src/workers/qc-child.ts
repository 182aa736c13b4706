import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { checkQuality } from '@cresyl/analysis'
import type { QcMeasureKey } from '@cresyl/contract/qc-measures'
import type { SandboxRun } from '../platform/processes/sandbox.ts'
import { type ImageLocation, openImage } from '../platform/tiles/image-location.ts'
import { explained, originOf } from './ingest/explain-slide-error.ts'
import type { QcOrder, QcOutcome, WrittenOverlay } from './qc-order.ts'
import { writeOverlay } from './write-overlay.ts'

/** Runs in a process of its own: files are hostile until shown otherwise. */
export const run: SandboxRun<QcOrder, QcOutcome> = (order, { progress, keep, onNews }) =>
  explained(originOf(order.location.source), async () => {
    const { location, z, checkpoint, folder, withHeaders } = order
    const { image, learn, close } = await openImage(location)
    onNews((newer) => learn(newer as ImageLocation))
    try {
      const { overlays, outlines, measurements, ...finding } = await checkQuality(image, {
        ...{ z, checkpoint, onProgress: progress, onCheckpoint: keep },
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
