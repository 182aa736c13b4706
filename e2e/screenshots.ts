import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page as ListPage } from '@cresyl/contract/api/list'
import type { Demo } from '@cresyl/contract/lab/demo'
import type { Job } from '@cresyl/contract/operations/jobs'
import { expect, type Page } from '@playwright/test'
import { openOwnBrowser } from './support/own-browser.ts'
import { type Product, startProduct } from './support/product.ts'
import { enterAs } from './support/signing-in.ts'

/**
 * Takes README's pictures of a product whose demo organisation is new, into docs/images or the folder that is named:
 * npm run screenshots [-- FOLDER]
 */
const folder = resolve(process.argv[2] ?? join(import.meta.dirname, '..', 'docs', 'images'))
const arrivedWithin = 300_000
/** A page that looks the same for so long has loaded; on a busy machine that takes a while. */
const stillMilliseconds = 3000
const stillWithin = 90_000
const mostBytes = 400_000

interface Named {
  id: string
  name: string
}

async function read<T>(product: Product, token: string, path: string): Promise<T> {
  const reply = await fetch(`${product.origin}/api/${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (!reply.ok) throw new Error(`/api/${path} answered ${reply.status}.`)
  return (await reply.json()) as T
}

async function waitForDemo(product: Product, token: string): Promise<void> {
  const deadline = Date.now() + arrivedWithin
  for (let last = ''; ; await sleep(500)) {
    const { state, arrived, total, job_id } = await read<Demo>(product, token, 'demo/')
    const now = `${arrived} of ${total} slides have arrived`
    if (now !== last) console.log(now)
    last = now
    if (state === 'ready') return
    if (state === 'failed' || Date.now() > deadline) {
      const why = job_id === null ? '' : (await read<Job>(product, token, `jobs/${job_id}/`)).message
      throw new Error(`The demonstration did not become complete: it is ${state}, ${now}. ${why ?? ''}`)
    }
  }
}

async function idOf(product: Product, token: string, list: string, beginning: string): Promise<string> {
  const { results } = await read<ListPage<Named>>(product, token, `${list}/?limit=-1`)
  const found = results.find(({ name }) => name.startsWith(beginning))
  if (!found) throw new Error(`There is nothing called “${beginning}” in /api/${list}/.`)
  return found.id
}

/** Once two pictures in a row are the same: thumbnails and tiles come last, and each at its own time. */
async function take(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('main').first()).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  const path = join(folder, `${name}.jpg`)
  const deadline = Date.now() + stillWithin
  let before: Buffer = Buffer.alloc(0)
  let now = await picture(page)
  while (!before.equals(now)) {
    if (Date.now() > deadline) throw new Error(`The page of the picture ${name} does not come to rest.`)
    await sleep(stillMilliseconds)
    ;[before, now] = [now, await picture(page)]
  }
  if (now.length > mostBytes) throw new Error(`${path} would be larger than ${mostBytes / 1000} kB.`)
  await writeFile(path, now)
  console.log(`${path}: ${Math.round(now.length / 1000)} kB`)
}

const picture = (page: Page) => page.screenshot({ type: 'jpeg', quality: 85 })

async function takeAll(product: Product): Promise<void> {
  const token = await product.tokenOf('admin')
  await waitForDemo(product, token)
  const project = await idOf(product, token, 'projects', 'Breast biopsies')
  const slide = await idOf(product, token, 'slides', 'B26-1042 A1 H&E')
  const browser = await openOwnBrowser(product.origin, {
    viewport: { width: 1440, height: 900 },
    deviceScaleFactor: 1,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Vienna',
  })
  try {
    const page = await browser.newPage()
    // Whoever has looked at a slide is offered to go on with it.
    await enterAs(page, 'manager', `/slide/${slide}`)
    await take(page, 'viewer')
    await page.goto(`/project/${project}`)
    await take(page, 'project')
    await page.goto('/')
    await page.getByRole('button', { name: 'Dismiss the welcome' }).click()
    await take(page, 'dashboard')
  } finally {
    await browser.close()
  }
}

await mkdir(folder, { recursive: true })
const product = await startProduct({ settings: { CRESYL_DEMO_SLIDES: 'true', CRESYL_AUTOMATIC_QC: 'true' } })
try {
  await takeAll(product)
} finally {
  await product.stop()
}
