import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import type { Slide } from '@cresyl/contract/slides/slides'
import { expect } from '@playwright/test'
import type { Product } from './product.ts'
import {
  longRunSlides,
  madeSlides,
  type SampleSlideKind,
  sampleSlides,
  type ViewerSlideKind,
} from './viewer-slide-names.ts'

const root = join(import.meta.dirname, '..', '..')
const samples = process.env.CRESYL_SAMPLES

/** A slide that the product has read, and the file that it was read from. */
export interface ViewerSlide {
  slide: Slide
  path: string
}

/** What the tests of the viewer look at, registered once for all tests of a worker. */
export interface ViewerSlides {
  projectId: string
  of(kind: ViewerSlideKind): ViewerSlide
  remove(): Promise<void>
}

const isWanted = (kind: string) => process.env.CRESYL_LONG !== undefined || !longRunSlides.includes(kind)

/** Whether a slide can be had here: real ones only where there are samples. */
export const isAtHand = (kind: ViewerSlideKind): boolean =>
  kind in madeSlides || (samples !== undefined && isWanted(kind))

export async function registerViewerSlides(product: Product): Promise<ViewerSlides> {
  const folder = await mkdtemp(join(tmpdir(), 'cresyl-e2e-viewer-'))
  const paths = await makeFiles(folder)
  await product.cli(['import', '--project', 'Viewed slides', '--organization', 'demo', folder])
  const slides = await whenRead(product, paths)
  const projectId = [...slides.values()][0]?.slide.project?.id ?? ''
  return {
    projectId,
    of(kind) {
      const found = slides.get(kind)
      if (!found) throw new Error(`There is no slide "${kind}" here: real ones need CRESYL_SAMPLES.`)
      return found
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function makeFiles(folder: string): Promise<Map<ViewerSlideKind, string>> {
  const paths = new Map<ViewerSlideKind, string>()
  await mkdir(folder, { recursive: true })
  await promisify(execFile)(
    process.execPath,
    ['--no-warnings', 'e2e/support/make-viewer-slides.ts', folder],
    {
      cwd: root,
    },
  )
  for (const [kind, name] of Object.entries(madeSlides))
    paths.set(kind as ViewerSlideKind, join(folder, name))
  if (samples === undefined) return paths
  for (const [kind, place] of Object.entries(sampleSlides)) {
    if (!isWanted(kind)) continue
    const path = join(folder, basename(place))
    await copyFile(join(samples, place), path)
    paths.set(kind as SampleSlideKind, path)
  }
  return paths
}

async function whenRead(
  product: Product,
  paths: Map<ViewerSlideKind, string>,
): Promise<Map<ViewerSlideKind, ViewerSlide>> {
  const headers = { Authorization: `Bearer ${await product.tokenOf('admin')}` }
  const found = new Map<ViewerSlideKind, ViewerSlide>()
  const look = async () => {
    const reply = await fetch(`${product.origin}/api/slides/?limit=-1`, { headers })
    const { results } = (await reply.json()) as { results: Slide[] }
    for (const [kind, path] of paths) {
      const slide = results.find(({ name }) => name === basename(path).split('.')[0])
      if (slide) found.set(kind, { slide, path })
    }
    return found.size
  }
  await expect.poll(look, { timeout: 150_000, message: 'slides that were read' }).toBe(paths.size)
  return found
}
