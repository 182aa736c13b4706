import { join } from 'node:path'
import { DetectionsWriter, encodeChunkThings, type FoundThings } from '../../analysis/src/index.ts'
import { chunkSide } from '../../analysis/src/inference/run-plan.ts'
import type { DetectionsIndex } from '../../contract/src/predictors/inference-outputs.ts'
import { sourceSpace, withPixels } from '../../contract/src/slides/image-space.ts'
import { predictorId } from '../../server/src/domain/inference/test-support/add-run.ts'
import { issueToken } from '../../server/src/identity/issue-token.ts'
import { inferenceJobs, inferenceOutputs } from '../../server/src/platform/db/schema/index.ts'
import { newId } from '../../server/src/platform/id.ts'
import { detectionLevel, spanOf } from '../../web/src/engine/viewer/detections/detections-grid.ts'
import type { Figure } from '../support/figures.ts'
import type { Stage } from '../support/stage.ts'
import { person } from '../viewer/product.ts'
import type { Annotated } from './ground.ts'
import { type Ground, outline } from './seed.ts'
import { pane, processorOfEach, type Servers, viewBar } from './server.ts'

/** Pixels of the slide to one of the run: it computed at 0.5 µm. */
const step = 2
const classes = ['nucleus']
const key = 'nuclei'

/** A run that found so many nuclei all over the slide, as its worker would have left it. */
export async function addDetections(
  stage: Stage,
  { product: { context }, owner }: Pick<Annotated, 'product' | 'owner'>,
  { organizationId, slideId, imageId, width, height }: Ground,
  count: number,
): Promise<string> {
  const shape = { width: width / step, height: height / step, classes, measurements: ['area'] }
  const path = join(stage.folder, 'nuclei.detections')
  const writer = await DetectionsWriter.create(path, shape)
  for (let y = 0; y < shape.height; y += chunkSide)
    for (let x = 0; x < shape.width; x += chunkSide) {
      const box = {
        x,
        y,
        width: Math.min(chunkSide, shape.width - x),
        height: Math.min(chunkSide, shape.height - y),
      }
      const here = Math.round((count * box.width * box.height) / (shape.width * shape.height))
      for (const tile of encodeChunkThings([thingsIn(box, here)], classes.length, box)) await writer.add(tile)
    }
  await writer.finish()
  const id = newId()
  const object = { organizationId, path: `inference/${id}/bench/nuclei.detections` }
  const { size } = await context.storage.putFile(object, path)
  const predictor = await predictorId(context, organizationId, 'nuclei')
  const space = withPixels(
    sourceSpace({ frame: imageId, width, height, mpp: { x: 0.25, y: 0.25 } }),
    shape.width,
    shape.height,
  )
  const { rows } = await owner.query('select id from predictor_versions where predictor_id = $1', [predictor])
  await context.database.asMember({ organizationId }, async (tx) => {
    await tx.insert(inferenceJobs).values({
      id,
      organizationId,
      slideId,
      imageId,
      predictorId: predictor,
      predictorVersionId: rows[0].id,
      state: 'succeeded',
      params: {},
      channels: {},
      finishedAt: new Date(),
      provenance: {
        file_id: slideId,
        file_hash: null,
        program: 'Cresyl',
        machine: null,
        learned: {},
        mpp: 0.5,
        tiles_computed: 1,
        tiles_skipped: 0,
        override_reason: null,
      },
    })
    await tx.insert(inferenceOutputs).values({
      organizationId,
      inferenceJobId: id,
      n: 0,
      key,
      kind: 'detections',
      path: object.path,
      size,
      space,
      counts: [count],
    })
  })
  return id
}

function thingsIn(box: { x: number; y: number; width: number; height: number }, count: number): FoundThings {
  const ring = outline.slice(1)
  const x = Float64Array.from({ length: count }, () => box.x + Math.random() * box.width)
  const y = Float64Array.from({ length: count }, () => box.y + Math.random() * box.height)
  const outlines = new Float32Array(2 * ring.length * count)
  for (let n = 0; n < count; n += 1)
    for (const [corner, [dx, dy]] of ring.entries())
      outlines.set(
        [(x[n] as number) + dx / step, (y[n] as number) + dy / step],
        2 * (n * ring.length + corner),
      )
  return {
    count,
    x,
    y,
    outlines,
    classes: new Uint8Array(count),
    measurements: new Float32Array(count).fill(40),
    outlineStarts: Uint32Array.from({ length: count + 1 }, (_, n) => n * ring.length),
  }
}

/** CPU of the server for all tiles of detections that a pane shows, at several zooms. */
export async function measureDetections(
  servers: Servers,
  { width, height }: Ground,
  runId: string,
): Promise<Figure[]> {
  const { context } = servers.product
  const root = `${context.config.origin}/api/inference-jobs/${runId}/detections`
  const get = async (address: string, token: string) => {
    const reply = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
    if (!reply.ok) throw new Error(`Detections were answered with ${reply.status}: ${await reply.text()}`)
    return reply
  }
  const token = await issueToken(context, person)
  const index = (await (await get(`${root}/?key=${key}`, token)).json()) as DetectionsIndex
  const whole = Math.max(width / pane.width, height / pane.height)
  const zooms = { 'whole slide': whole, '1.25×': 16, '5×': 4, '20×': 1 }
  const figures: Figure[] = []
  for (const [name, resolution] of Object.entries(zooms)) {
    const tiles = tilesOf(index, { width, height }, resolution)
    const value = await processorOfEach(servers, 5, async (fresh) => {
      await Promise.all(
        tiles.map(async (place) => (await get(`${root}/${key}/${place}/`, fresh)).arrayBuffer()),
      )
    })
    const what = `${tiles.length} ${tiles.length === 1 ? 'tile' : 'tiles'}`
    figures.push({
      name: `A million detections: view at ${name}, ${what}, CPU`,
      value,
      unit: 'ms',
      atMost: viewBar,
    })
  }
  return figures
}

/** Those that lie in a pane over the middle of the slide, of the level that the viewer takes there. */
function tilesOf(
  index: DetectionsIndex,
  { width, height }: Pick<Ground, 'width' | 'height'>,
  resolution: number,
): string[] {
  const level = detectionLevel(index, step / resolution)
  const span = spanOf(index, level)
  const range = (size: number, seen: number) => {
    const middle = size / step / 2
    const half = Math.min(middle, (seen * resolution) / step / 2)
    return [Math.floor((middle - half) / span), Math.ceil((middle + half) / span)] as const
  }
  const [left, right] = range(width, pane.width)
  const [top, bottom] = range(height, pane.height)
  const places: string[] = []
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) places.push(`${level}/${x}/${y}`)
  return places
}
