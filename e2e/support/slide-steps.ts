import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Slide } from '@cresyl/contract/slides'
import { expect, type Page } from '@playwright/test'
import { accessToken } from './person.ts'
import type { Product } from './product.ts'
import { uniqueName } from './project-steps.ts'

const root = join(import.meta.dirname, '..', '..')

/** Makes a slide, has it registered where it lies, and waits until it has been read. */
export async function importSlide(page: Page, product: Product): Promise<Slide> {
  const folder = await mkdtemp(join(tmpdir(), 'cresyl-e2e-slides-'))
  const name = uniqueName('Slide')
  const path = join(folder, `${name}.tiff`)
  const making = [
    'slides/src/cli/main.ts',
    'make',
    'he',
    '-o',
    path,
    '--width',
    '512',
    '--height',
    '512',
    '-q',
  ]
  await promisify(execFile)(process.execPath, ['--no-warnings', ...making], { cwd: root })
  // Pages of later tests show it as well: its file stays as long as the product does.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await product.cli(['import', '--project', uniqueName('Imported'), '--organization', 'demo', folder])
  const headers = { Authorization: `Bearer ${await accessToken(page)}` }
  const find = async (): Promise<Slide | undefined> => {
    const reply = await page.request.get('/api/slides/', { headers, params: { search: name } })
    return (await reply.json()).results[0]
  }
  await expect.poll(find, { timeout: 30_000 }).toBeDefined()
  const slide = await find()
  if (slide === undefined) throw new Error('The slide that was just there is gone.')
  return slide
}

export async function editSlide(page: Page, id: string, data: Record<string, unknown>): Promise<void> {
  const headers = { Authorization: `Bearer ${await accessToken(page)}` }
  const reply = await page.request.patch(`/api/slides/${id}/`, { headers, data })
  expect(reply.status()).toBe(200)
}
