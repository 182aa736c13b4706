import {
  type AnnotationGeometry,
  type AnnotationShape,
  countPositions,
} from '@cresyl/contract/annotations/annotation-geometry'
import { ApiError } from '@cresyl/contract/api/errors'
import { runInThread } from '../../platform/threads/run-in-thread.ts'
import { describeGeometry, type KeptGeometry } from './describe-geometry.ts'
import { encodeGeometry } from './geometry-bytes.ts'

interface Given {
  geometry: AnnotationGeometry
  shape: AnnotationShape
}

interface Size {
  width: number
  height: number
}

/** What a thread is told, and what it answers: in the order given. */
export interface GeometriesToDescribe {
  given: { bytes: Uint8Array; shape: AnnotationShape }[]
  image: Size
}
export type DescribedGeometries = (KeptGeometry['columns'] | string)[]

/** Checked at once, in some hundredths of a second; more are checked in a thread while others are answered. */
const positionsAtOnce = 20_000

const program = new URL('./describe-geometries-thread.ts', import.meta.url)

/** What is kept of geometries, in their order. Refuses with a sentence what can't be kept. */
export async function keepGeometries(given: readonly Given[], image: Size): Promise<KeptGeometry[]> {
  const positions = given.reduce((sum, { geometry }) => sum + countPositions(geometry), 0)
  if (positions <= positionsAtOnce)
    return given.map(({ geometry, shape }) => refuseIfNot(describeGeometry(geometry, shape, image)))
  const encoded = given.map(({ geometry, shape }) => ({ bytes: encodeGeometry(geometry), shape }))
  const { width, height } = image
  const order: GeometriesToDescribe = { given: encoded, image: { width, height } }
  const described = await runInThread<DescribedGeometries>(program, order, {
    milliseconds: 120_000,
    memoryMegabytes: 1024,
  })
  return encoded.map(({ bytes }, index) => ({ bytes, columns: refuseIfNot(described[index] ?? '') }))
}

function refuseIfNot<Kept>(kept: Kept | string): Kept {
  if (typeof kept !== 'string') return kept
  throw new ApiError('invalid_input', { detail: kept, fields: { geometry: [kept] } })
}
