import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSlide, type SlideImage } from '@cresyl/slides'
import type { Predictor } from '../../inference/predictor.ts'
import { runPredictor } from '../../inference/run-predictor.ts'
import { samplePath } from '../../test-support/test-samples.ts'

/** The scores of a predictor on all of a real slide that says how large its pixels are, as the product would run it. */
export async function scoresOnReal(
  predictor: Predictor,
  file: readonly string[],
  channels: readonly number[],
) {
  const folder = await mkdtemp(join(tmpdir(), 'cresyl-real-'))
  const slide = await openSlide(samplePath(...file))
  try {
    const image = slide.images[0] as SlideImage
    if (!image.mpp) throw new Error(`${file.join('/')} doesn't say how large its pixels are`)
    const chunks = new Map<number, Uint8Array>()
    const store = {
      has: async (chunk: number) => chunks.has(chunk),
      put: async (chunk: number, bytes: Uint8Array) => void chunks.set(chunk, bytes),
      get: async (chunk: number) => chunks.get(chunk) ?? new Uint8Array(0),
    }
    const { scores } = await runPredictor(image, predictor, {
      mpp: image.mpp,
      channels,
      params: {},
      z: 0,
      t: 0,
      store,
      folder,
      provenance: {},
    })
    return scores
  } finally {
    await slide.close()
    await rm(folder, { recursive: true, force: true })
  }
}
