import { setTimeout as sleep } from 'node:timers/promises'
import { summariseAnnotations as summariseRoute } from '../../contract/src/annotations/annotation-views.ts'
import {
  listAnnotations as listRoute,
  type NewAnnotation,
} from '../../contract/src/annotations/annotations.ts'
import { newId } from '../../contract/src/api/new-id.ts'
import { permissionsOf } from '../../contract/src/api/permissions.ts'
import { listAnnotations } from '../../server/src/domain/annotations/read-annotations.ts'
import { summariseAnnotations } from '../../server/src/domain/annotations/summarise-annotations.ts'
import type { Member } from '../../server/src/domain/work.ts'
import { issueToken } from '../../server/src/identity/issue-token.ts'
import type { Owner } from '../../server/src/platform/db/test-owner.ts'
import { measure } from '../lists/statements.ts'
import type { Figure } from '../support/figures.ts'
import type { BenchPostgres } from '../support/postgres.ts'
import { processorTime } from '../support/process-tree.ts'
import type { BenchProduct } from '../support/product.ts'
import { medianOf } from '../tiles/rounds.ts'
import { person } from '../viewer/product.ts'
import { type Ground, outline } from './seed.ts'

const listBar = 50
export const viewBar = 50
const rounds = 5

/** The product and its database, which isn't its child. */
export interface Servers {
  product: BenchProduct
  postgres: BenchPostgres
}

/** ms of database time for what pages ask of the annotations of an image. */
export async function measureLists(owner: Owner, ground: Ground, label: string): Promise<Figure[]> {
  const member: Member = {
    userId: ground.userId,
    organizationId: ground.organizationId,
    permissions: new Set(permissionsOf('admin')),
    superadmin: false,
    acting: false,
  }
  const query = (given: object) => listRoute.query.parse({ image_id: [ground.imageId], ...given })
  const questions = {
    'list, first page': (work) => listAnnotations(work, query({})),
    'list, largest first': (work) => listAnnotations(work, query({ ordering: '-area_px' })),
    'list, search': (work) => listAnnotations(work, query({ search: 'cell 99' })),
    'counts by class': (work) =>
      summariseAnnotations(work, summariseRoute.query.parse({ image_id: [ground.imageId] })),
  } satisfies Record<string, Parameters<typeof measure>[1]['ask']>
  const figures: Figure[] = []
  for (const [name, ask] of Object.entries(questions)) {
    const { milliseconds } = await measure(owner, { name, member, atMost: listBar, ask })
    figures.push({
      name: `${label}: ${name}, database`,
      value: milliseconds,
      unit: 'ms',
      atMost: listBar,
    })
  }
  return figures
}

/** How long is looked at what the servers use without being asked anything, in ms. */
const restLength = 5000

/**
 * CPU of the product and its database together for one reply, in ms, beyond what they use at rest: the median of some
 * rounds. On a busy machine a round takes long, and what is done beside it would count as the reply's.
 */
export async function processorOfEach(
  { product, postgres }: Servers,
  times: number,
  act: (token: string) => Promise<unknown>,
): Promise<number> {
  const used = async () => (await processorTime(product.pid)) + (await processorTime(postgres.pid))
  const during = async (work: () => Promise<unknown>) => {
    const [before, since] = [await used(), performance.now()]
    await work()
    return { processor: (await used()) - before, elapsed: performance.now() - since }
  }
  const token = await issueToken(product.context, person)
  await act(token)
  const rest = await during(() => sleep(restLength))
  const each: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { processor, elapsed } = await during(async () => {
      for (let time = 0; time < times; time += 1) await act(token)
    })
    each.push(Math.max(0, processor - (rest.processor / rest.elapsed) * elapsed) / times)
  }
  return medianOf(each)
}

const savedAtOnce = 500

/** CPU of the server for a shape that is saved, in a batch as large as the viewer sends them. */
export async function measureSaving(servers: Servers, ground: Ground, label: string): Promise<Figure> {
  const { origin } = servers.product.context.config
  const shapeAt = (x: number, y: number): NewAnnotation => ({
    id: newId(),
    shape: 'polygon',
    geometry: { type: 'Polygon', coordinates: [outline.map(([dx, dy]) => [x + dx, y + dy])] },
  })
  const perBatch = await processorOfEach(servers, 2, async (token) => {
    const create = Array.from({ length: savedAtOnce }, (_, n) =>
      shapeAt(100 + 60 * (n % 25), 100 + 60 * Math.floor(n / 25)),
    )
    const reply = await fetch(`${origin}/api/annotations/batches/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ image_id: ground.imageId, create }),
    })
    if (!reply.ok) throw new Error(`Saving was answered with ${reply.status}: ${await reply.text()}`)
    await reply.arrayBuffer()
  })
  return { name: `${label}: saving a shape, CPU`, value: perBatch / savedAtOnce, unit: 'ms' }
}

/** CSS pixels of a pane of the viewer, and how much more than that it asks for. */
export const pane = { width: 1100, height: 800 }
const asked = 1.25
const leastOnScreen = 4

/** CPU of the server for what the viewer asks for when one stays at a place, at several zooms. */
export async function measureViews(servers: Servers, ground: Ground, label: string): Promise<Figure[]> {
  const { origin } = servers.product.context.config
  const whole = Math.max(ground.width / pane.width, ground.height / pane.height)
  const zooms = { 'whole slide': whole, '1.25×': 16, '5×': 4, '10×': 2, '15×': 4 / 3, '20×': 1 }
  const figures: Figure[] = []
  for (const [name, resolution] of Object.entries(zooms)) {
    const [width, height] = [pane.width * asked * resolution, pane.height * asked * resolution]
    const [x, y] = [(ground.width - width) / 2, (ground.height - height) / 2]
    const query = new URLSearchParams({
      image_id: ground.imageId,
      min_x: String(x),
      min_y: String(y),
      max_x: String(x + width),
      max_y: String(y + height),
      least: String(leastOnScreen * resolution),
    })
    let shapes = 0
    let counted = 0
    const value = await processorOfEach(servers, 10, async (token) => {
      const reply = await fetch(`${origin}/api/annotations/viewport/?${query}`, {
        // As browsers do; by itself this asks for Brotli on secure connections only.
        headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, deflate, br, zstd' },
      })
      if (!reply.ok) throw new Error(`A view was answered with ${reply.status}: ${await reply.text()}`)
      const view = (await reply.json()) as { shapes: unknown[]; counted: { count: number }[] }
      shapes = view.shapes.length
      counted = view.counted.reduce((sum, cell) => sum + cell.count, 0)
    })
    figures.push({
      name: `${label}: view at ${name}, ${shapes} shapes, ${counted} counted, CPU`,
      value,
      unit: 'ms',
      atMost: viewBar,
    })
  }
  return figures
}
