import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { InferenceJob } from '@cresyl/contract/inference-jobs'
import type { Slide } from '@cresyl/contract/slides'
import { expect } from '@playwright/test'
import type { Product } from './product.ts'

const root = join(import.meta.dirname, '..')

/** A slide of fluorescence and the virtual H&E that was made of it, which has half as many pixels a side. */
export interface StackedSlide {
  slide: Slide
  virtual: string
  /** The file that it is read from. */
  remove(): Promise<void>
}

export async function registerStackedSlide(product: Product): Promise<StackedSlide> {
  const folder = await mkdtemp(join(tmpdir(), 'cresyl-e2e-stack-'))
  await promisify(execFile)(process.execPath, ['--no-warnings', 'e2e/make-stack-slide.ts', folder], {
    cwd: root,
  })
  await product.cli(['import', '--project', 'Stacked slides', '--organization', 'demo', folder])
  const stained = await whenStained(product)
  return { ...stained, remove: () => rm(folder, { recursive: true, force: true }) }
}

async function whenStained(product: Product): Promise<Omit<StackedSlide, 'remove'>> {
  const headers = {
    Authorization: `Bearer ${await product.tokenOf('admin')}`,
    'Content-Type': 'application/json',
  }
  const ask = async <Answer>(path: string, init: RequestInit = {}): Promise<Answer> => {
    const reply = await fetch(`${product.origin}/api/${path}`, { headers, ...init })
    if (!reply.ok) throw new Error(`${path} was answered with ${reply.status}: ${await reply.text()}`)
    return reply.json() as Promise<Answer>
  }
  const read = async () => (await ask<{ results: Slide[] }>('slides/?search=restained')).results[0]
  await expect.poll(read, { timeout: 60_000, message: 'the slide is read' }).toBeDefined()
  const slide = await read()
  const { results } = await ask<{ results: { id: string; manifest: { id: string } }[] }>(
    'predictors/?limit=-1',
  )
  const predictor = results.find(({ manifest }) => manifest.id === 'virtual-he')
  if (!slide || !predictor) throw new Error('There is no slide, or no predictor for it.')
  const { id } = await ask<InferenceJob>('inference-jobs/', {
    method: 'POST',
    body: JSON.stringify({ input_image_id: slide.source_image_id, predictor_id: predictor.id }),
  })
  const run = () => ask<InferenceJob>(`inference-jobs/${id}/`)
  const state = async () => (await run()).state
  await expect.poll(state, { timeout: 120_000, message: 'the virtual stain is made' }).toBe('succeeded')
  const virtual = (await run()).outputs.find(({ key }) => key === 'virtual_he')?.image_id
  if (!virtual) throw new Error('There is no virtual H&E.')
  return { slide, virtual }
}
