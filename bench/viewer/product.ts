import { setTimeout as sleep } from 'node:timers/promises'
import type { File } from '../../contract/src/files/files.ts'
import type { Slide } from '../../contract/src/slides/slides.ts'
import type { Pyramid } from '../../contract/src/slides/viewers.ts'
import { LaunchFailure } from '../../launch/failure.js'
import { importFiles } from '../../server/src/domain/files/import-files.ts'
import { findImportOrganization, makeImportProject } from '../../server/src/domain/files/import-target.ts'
import { type FoundFile, findImportable } from '../../server/src/domain/files/importable-files.ts'
import { issueToken } from '../../server/src/identity/issue-token.ts'
import type { BenchProduct } from '../support/product.ts'
import type { Stage } from '../support/stage.ts'

/** Whose page is looked at. */
export const person = { email: 'user@demo.cresyl', organization: 'demo' }
const patienceMilliseconds = 30 * 60_000

/** Registers the slides of a folder where they lie and waits until all can be looked at. In the order of their names. */
export async function importSlides(stage: Stage, product: BenchProduct, folder: string): Promise<Slide[]> {
  const { context } = product
  const added: FoundFile[] = []
  for await (const file of findImportable(folder)) added.push(file)
  const organizationId = await findImportOrganization(context, person.organization)
  const projectId = await makeImportProject(context, organizationId, 'Benchmark')
  await importFiles(context, { organizationId, projectId }, { added, changed: [] })

  const until = performance.now() + patienceMilliseconds
  for (let told = 0; performance.now() < until; await sleep(1000)) {
    const files = await ask<{ results: File[] }>(product, `files/?limit=-1&project_id=${projectId}`)
    const failed = files.results.find(({ reading_state: state }) => state === 'failed')
    if (failed) throw new Error(`${failed.name} could not be read: ${failed.reading_message}`)
    const ready = files.results.filter(({ reading_state: state }) => state === 'ready').length
    if (ready === added.length) {
      const where = `slides/?limit=-1&ordering=name&project_id=${projectId}`
      return (await ask<{ results: Slide[] }>(product, where)).results
    }
    if (ready < told + 50) continue
    told = ready
    stage.say(`${ready} of ${added.length} slides have been read`)
  }
  throw new LaunchFailure(`The product did not read ${added.length} slides within half an hour.`)
}

export async function readLevels(product: BenchProduct, slide: Slide): Promise<Pyramid['levels']> {
  return (await ask<Pyramid>(product, `viewers/pyramids/${slide.image_id}/`)).levels
}

/** Lays a slide on another of the same size, pixel on pixel. */
export async function alignSlides(product: BenchProduct, fixed: Slide, moving: Slide): Promise<void> {
  const corners = [
    { x: 0, y: 0 },
    { x: 10_000, y: 0 },
    { x: 0, y: 10_000 },
  ]
  await ask(product, 'slides/registrations/', {
    image_id: fixed.source_image_id,
    moving_image_id: moving.source_image_id,
    alignment: { method: 'points', pairs: corners.map((each) => ({ fixed: each, moving: each })) },
  })
}

/** With a body it is posted. */
export async function ask<T>({ context }: BenchProduct, where: string, body?: object): Promise<T> {
  const headers = {
    authorization: `Bearer ${await issueToken(context, person)}`,
    ...(body && { 'content-type': 'application/json' }),
  }
  const posted = body && { method: 'POST', body: JSON.stringify(body) }
  const reply = await fetch(`${context.config.origin}/api/${where}`, { headers, ...posted })
  if (!reply.ok) throw new Error(`${where} was answered with ${reply.status}: ${await reply.text()}`)
  return reply.json() as Promise<T>
}
