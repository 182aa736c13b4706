import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Slide } from '@cresyl/contract/slides'
import { expect } from '@playwright/test'
import { findFreePort } from '../../server/src/platform/postgres/free-port.ts'
import { openPartProxy } from './part-proxy.ts'
import { type Product, startProduct } from './product.ts'
import { qcSlides } from './qc-slide-names.ts'
import { test as base } from './viewer-test.ts'

const root = join(import.meta.dirname, '..', '..')

/** Slides that were read and checked, once for all tests of a worker. */
export interface CheckedSlides {
  projectId: string
  sharp: Slide
  blurred: Slide
  /** As the server has it now. */
  now(kind: keyof typeof qcSlides): Promise<Slide>
}

export const test = base.extend<object, { checked: CheckedSlides }>({
  // One of its own: elsewhere nothing is checked by itself.
  productAndProxy: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const port = await findFreePort()
      const proxy = await openPartProxy(port)
      const settings = { CRESYL_UPLOAD_ORIGIN: proxy.origin, CRESYL_AUTOMATIC_QC: 'true' }
      const product = await startProduct({ port, settings })
      await use({ product, proxy })
      await product.stop()
      await proxy.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  checked: [
    async ({ product }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'cresyl-e2e-qc-'))
      const making = ['--no-warnings', 'e2e/support/make-qc-slides.ts', folder]
      await promisify(execFile)(process.execPath, making, { cwd: root })
      await product.cli(['import', '--project', 'Checked slides', '--organization', 'demo', folder])
      await use(await whenChecked(product))
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

const judged = ['passed', 'warned', 'failed']

/** Nobody asks for it: slides are checked as soon as they have been read. */
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
  for (const kind of ['sharp', 'blurred'] as const) {
    const isJudged = async () => judged.includes((await find(kind))?.qc_state ?? '')
    await expect.poll(isJudged, { timeout: 120_000, message: `${kind} is checked` }).toBe(true)
  }
  const [sharp, blurred] = [await now('sharp'), await now('blurred')]
  return { projectId: sharp.project?.id ?? '', sharp, blurred, now }
}

export { expect }
