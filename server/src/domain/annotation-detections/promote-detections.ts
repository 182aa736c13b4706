import type {
  countDetections as countDetectionsRoute,
  promoteDetections as promoteDetectionsRoute,
} from '@cresyl/contract/annotations/annotation-detections'
import type { Position } from '@cresyl/contract/annotations/annotation-geometry'
import { ApiError } from '@cresyl/contract/api/errors'
import { annotationLimits } from '@cresyl/contract/api/limits'
import type { RouteReply, RouteRequest } from '@cresyl/contract/api/route'
import type { Storage } from '../../platform/storage/storage.ts'
import { requireOwnOrganization } from '../access.ts'
import { type AnnotatedImage, findAnnotatable } from '../annotations/annotated-image.ts'
import { describeGeometry } from '../annotations/describe-geometry.ts'
import { type CheckedAnnotation, insertChecked } from '../annotations/insert-annotations.ts'
import { measurementName, type PlacedThing } from '../result-files/placed-things.ts'
import type { AuditedWork, Work } from '../work.ts'
import { countWithin, type LocatedThings, locateThings, thingsWithin } from './find-things.ts'

type Body = RouteRequest<typeof promoteDetectionsRoute>['body']

/** What is to be promoted: found before anything is written. */
export interface Promotion {
  things: LocatedThings
  image: AnnotatedImage
}

/** The run and its image; refuses where it can't be annotated. */
export async function findPromotion(work: Work, body: Body): Promise<Promotion> {
  requireOwnOrganization(work.member, body.organization_id)
  const things = await locateThings(work.tx, { id: body.inference_job_id, key: body.key })
  return { things, image: await findAnnotatable(work, things.run.imageId) }
}

type CountBody = RouteRequest<typeof countDetectionsRoute>['body']

/** What is to be counted before it is promoted. */
export async function findCountable(work: Work, body: CountBody): Promise<LocatedThings> {
  requireOwnOrganization(work.member, body.organization_id)
  return locateThings(work.tx, { id: body.inference_job_id, key: body.key })
}

/** How many there are of each class. Outside of transactions. */
export async function countDetections(storage: Storage, things: LocatedThings, { within }: CountBody) {
  const counts = await countWithin(storage, things, within)
  return {
    classes: things.output.classes.map(({ label, color }, index) => ({
      label,
      color,
      count: counts[index] ?? 0,
    })),
    count: counts.reduce((sum, count) => sum + count, 0),
  }
}

/** Detections as annotations; refuses more than are promoted at once. Outside of transactions. */
export async function collectPromoted(
  storage: Storage,
  { things, image }: Promotion,
  body: Body,
): Promise<CheckedAnnotation[]> {
  const { output, run } = things
  const wanted = new Set(
    (body.classes ?? output.classes.keys().toArray()).map((index) => output.classes[index]),
  )
  const names = output.measurements.map(measurementName)
  const collected: CheckedAnnotation[] = []
  for await (const found of thingsWithin(storage, things, body.within)) {
    for (const thing of found) {
      if (!thing.kind || !wanted.has(thing.kind)) continue
      if (collected.length >= annotationLimits.promoted) refuseMore()
      collected.push(annotationOf(thing, { image, names, run, body }))
    }
  }
  return collected
}

export async function promoteDetections(
  work: AuditedWork,
  { things: { run } }: Promotion,
  body: Body,
  collected: readonly CheckedAnnotation[],
): Promise<RouteReply<typeof promoteDetectionsRoute>> {
  // Again: its project may have been archived meanwhile.
  const image = await findAnnotatable(work, run.imageId)
  const { made } = await insertChecked(work, image, collected)
  const { key, classes, classification } = body
  const asked = {
    inference_job_id: run.id,
    key,
    ...(classes && { classes }),
    ...(classification && { classification }),
  }
  work.record({ id: image.id, details: { slide_id: image.slideId, ...asked, created: made.length } })
  return { created: made.length, created_at: work.now.toISOString() }
}

interface Around {
  image: AnnotatedImage
  names: readonly string[]
  run: Promotion['things']['run']
  body: Body
}

/** By its outline; where that can't be kept, or there is none, by its place. What was measured goes with it. */
function annotationOf({ kind, at, outline, measurements }: PlacedThing, around: Around): CheckedAnnotation {
  const { image, names, run, body } = around
  const ring = [...outline, ...outline.slice(0, 1)].map(({ x, y }): Position => [x, y])
  const area =
    outline.length < 3 ? '' : describeGeometry({ type: 'Polygon', coordinates: [ring] }, 'polygon', image)
  const point = () => describeGeometry({ type: 'Point', coordinates: [at.x, at.y] }, 'point', image)
  const kept = typeof area === 'string' ? point() : area
  if (typeof kept === 'string') throw new ApiError('invalid_input', { detail: kept })
  const named = kind ? { name: kind.label, color: kind.color } : null
  const measured = names.flatMap((name, index) =>
    Number.isFinite(measurements[index]) ? [[name, measurements[index]]] : [],
  )
  return {
    kept,
    shape: typeof area === 'string' ? 'point' : 'polygon',
    classification: body.classification === undefined ? named : body.classification,
    name: '',
    notes: '',
    tags: [],
    locked: false,
    z: null,
    review: 'open',
    assignee_id: null,
    origin: 'promoted',
    inferenceJobId: run.id,
    extras: {
      geojson: {
        properties: {
          objectType: 'annotation',
          measurements: Object.fromEntries(measured),
          ...(run.madeScale && { made_scale: run.madeScale }),
        },
      },
    },
  }
}

function refuseMore(): never {
  const most = annotationLimits.promoted.toLocaleString('en')
  throw new ApiError('too_many', {
    detail: `Up to ${most} detections become annotations at once, and there are more. Choose a smaller region, or fewer classes.`,
  })
}
