import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Slide } from '@cresyl/contract/slides/slides'
import { expect } from '@playwright/test'
import { addOrganization, addPerson } from './people.ts'
import type { Product } from './product.ts'

/** Has a slide read for an organisation that no demo person belongs to. */
export async function importForeignSlide(product: Product, path: string): Promise<Slide> {
  const { name: organization } = await addOrganization(product, 'Foreign')
  const { email } = await addPerson(product, { role: 'admin', organization })
  const folder = await mkdtemp(join(tmpdir(), 'cresyl-e2e-foreign-'))
  try {
    await copyFile(path, join(folder, `${organization}.tiff`))
    await product.cli(['import', '--project', 'Foreign', '--organization', organization, folder])
    const printed = await product.cli(['token', '--email', email])
    const headers = { Authorization: `Bearer ${printed.trimEnd().split('\n').at(-1)}` }
    const find = async (): Promise<Slide | undefined> => {
      const reply = await fetch(`${product.origin}/api/slides/`, { headers })
      return ((await reply.json()) as { results: Slide[] }).results[0]
    }
    await expect.poll(find, { timeout: 30_000 }).toBeDefined()
    const slide = await find()
    if (slide === undefined) throw new Error('The slide that was just there is gone.')
    return slide
  } finally {
    await rm(folder, { recursive: true })
  }
}
