import type { Slide } from '@cresyl/contract/slides/slides'
import { expect } from '@playwright/test'
import { asker, whenRead } from './ask.ts'
import { importMade } from './import-made.ts'
import type { Product } from './product.ts'
import { qcSlides } from './qc-slide-names.ts'

/** Slides that were read and checked. */
export interface CheckedSlides {
  projectId: string
  sharp: Slide
  blurred: Slide
  /** As the server has it now. */
  now(kind: keyof typeof qcSlides): Promise<Slide>
  /** The files that they are read from. */
  remove(): Promise<void>
}

const judged = ['passed', 'warned', 'failed']

/** In the product of these tests nothing is checked by itself: it is asked for. */
export async function registerCheckedSlides(product: Product): Promise<CheckedSlides> {
  const remove = await importMade(product, 'make-qc-slides.ts', 'Checked slides')
  const ask = await asker(product)
  const now = (kind: keyof typeof qcSlides) => whenRead(ask, qcSlides[kind].replace('.tiff', ''))
  const check = async (kind: keyof typeof qcSlides) => {
    await ask('qc-jobs/', { input_image_id: (await now(kind)).image_id })
    const isJudged = async () => judged.includes((await now(kind)).qc_state)
    await expect.poll(isJudged, { timeout: 120_000, message: `${kind} is checked` }).toBe(true)
    return now(kind)
  }
  const [sharp, blurred] = await Promise.all([check('sharp'), check('blurred')])
  return { projectId: sharp.project?.id ?? '', sharp, blurred, now, remove }
}
