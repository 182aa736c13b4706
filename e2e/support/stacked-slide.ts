import type { InferenceJob } from '@cresyl/contract/predictors/inference-jobs'
import type { Slide } from '@cresyl/contract/slides/slides'
import { expect } from '@playwright/test'
import { type Ask, asker, whenRead } from './ask.ts'
import { importMade } from './import-made.ts'
import { type MarkedSlide, markedScales, marks } from './marks.ts'
import type { Product } from './product.ts'

/** A slide of fluorescence and the virtual H&E that was made of it, which has half as many pixels a side. */
export interface StackedSlide {
  slide: Slide
  virtual: string
  /** Two slides of the same things, of 0.25 and 0.5 µm a pixel, aligned with each other. */
  marked: Record<MarkedSlide, Slide>
  /** One of two sections of a block; nobody has aligned them. */
  section: Slide
  /** The files that they are read from. */
  remove(): Promise<void>
}

export async function registerStackedSlide(product: Product): Promise<StackedSlide> {
  const remove = await importMade(product, 'make-stack-slide.ts', 'Stacked slides')
  const ask = await asker(product)
  const stained = await whenStained(ask)
  const marked = await whenAligned(ask)
  const [section] = [await whenRead(ask, 'section-he'), await whenRead(ask, 'section-ihc')]
  return { ...stained, marked, section, remove }
}

async function whenStained(ask: Ask): Promise<Pick<StackedSlide, 'slide' | 'virtual'>> {
  const slide = await whenRead(ask, 'restained')
  const { results } = await ask<{ results: { id: string; manifest: { id: string } }[] }>(
    'predictors/?limit=-1',
  )
  const predictor = results.find(({ manifest }) => manifest.id === 'virtual-he')
  if (!predictor) throw new Error('There is no predictor for it.')
  const { id } = await ask<InferenceJob>('inference-jobs/', {
    input_image_id: slide.source_image_id,
    predictor_id: predictor.id,
  })
  const run = () => ask<InferenceJob>(`inference-jobs/${id}/`)
  const state = async () => (await run()).state
  await expect.poll(state, { timeout: 120_000, message: 'the virtual stain is made' }).toBe('succeeded')
  const virtual = (await run()).outputs.find(({ key }) => key === 'virtual_he')?.image_id
  if (!virtual) throw new Error('There is no virtual H&E.')
  return { slide, virtual }
}

/** By three points that somebody might have marked. */
async function whenAligned(ask: Ask): Promise<StackedSlide['marked']> {
  const [fine, coarse] = [await whenRead(ask, 'marked-fine'), await whenRead(ask, 'marked-coarse')]
  const pixels = (kind: MarkedSlide, at: number) => {
    const { x, y } = marks[at] ?? { x: 0, y: 0 }
    return { x: x / markedScales[kind], y: y / markedScales[kind] }
  }
  await ask('slides/registrations/', {
    image_id: fine.source_image_id,
    moving_image_id: coarse.source_image_id,
    alignment: {
      method: 'points',
      pairs: [0, 1, 3].map((at) => ({ fixed: pixels('fine', at), moving: pixels('coarse', at) })),
    },
  })
  return { fine, coarse }
}
