import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Slide } from '@cresyl/contract/slides'
import { expect } from '@playwright/test'
import type { Product } from '../support/product.ts'
import { qcSlides } from '../support/qc-slide-names.ts'
import { test as base } from '../support/viewer-test.ts'

const root = join(import.meta.dirname, '..', '..')

/** Slides that were read and checked. */
export interface CheckedSlides {
  projectId: string
  sharp: Slide
  blurred: Slide
  /** As the server has it now. */
  now(kind: keyof typeof qcSlides): Promise<Slide>
}

/** Made once for each product. A fixture of the worker would be simpler, and would start products of its own. */
const made = new WeakMap<Product, Promise<CheckedSlides>>()

export const test = base.extend<{ checked: CheckedSlides }>({
  checked: [
    async ({ product }, use) => {
      const checked = made.get(product) ?? makeChecked(product)
      made.set(product, checked)
      await use(await checked)
    },
    { timeout: 180_000 },
  ],
})

async function makeChecked(product: Product): Promise<CheckedSlides> {
  const folder = await mkdtemp(join(tmpdir(), 'cresyl-e2e-qc-'))
  const making = ['--no-warnings', 'e2e/support/make-qc-slides.ts', folder]
  await promisify(execFile)(process.execPath, making, { cwd: root })
  await product.cli(['import', '--project', 'Checked slides', '--organization', 'demo', folder])
  // They are read where they lie for as long as the product runs.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return whenChecked(product)
}

const judged = ['passed', 'warned', 'failed']

/** By itself nothing is checked here, as in server/src/workers/qc.test.ts: it is asked for. */
async function whenChecked(product: Product): Promise<CheckedSlides> {
  const headers = { Authorization: `Bearer ${await product.tokenOf('admin')}` }
  const find = async (kind: keyof typeof qcSlides): Promise<Slide | undefined> => {
    const search = encodeURIComponent(qcSlides[kind].replace('.tiff', ''))
    const reply = await fetch(`${product.origin}/api/slides/?search=${search}`, { headers })
    const { results } = (await reply.json()) as { results: Slide[] }
    return results[0]
  }
  const now = async (kind: keyof typeof qcSlides): Promise<Slide> => {
    const slide = await find(kind)
    if (slide === undefined) throw new Error(`There is no slide "${qcSlides[kind]}".`)
    return slide
  }
  const check = async (kind: keyof typeof qcSlides) => {
    const isRead = async () => (await find(kind)) !== undefined
    await expect.poll(isRead, { timeout: 120_000, message: `${kind} is read` }).toBe(true)
    const reply = await fetch(`${product.origin}/api/qc-jobs/`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ input_image_id: (await now(kind)).image_id }),
    })
    expect(reply.status).toBe(201)
    const isJudged = async () => judged.includes((await now(kind)).qc_state)
    await expect.poll(isJudged, { timeout: 120_000, message: `${kind} is checked` }).toBe(true)
    return now(kind)
  }
  const [sharp, blurred] = await Promise.all([check('sharp'), check('blurred')])
  return { projectId: sharp.project?.id ?? '', sharp, blurred, now }
}

export { expect }
