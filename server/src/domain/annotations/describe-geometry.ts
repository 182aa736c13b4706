import { createHash } from 'node:crypto'
import { refusalOfGeometry } from '@cresyl/contract/annotations/annotation-checks'
import {
  type AnnotationGeometry,
  type AnnotationShape,
  areaOf,
  boxOf,
  countPositions,
  lengthOf,
} from '@cresyl/contract/annotations/annotation-geometry'
import { encodeGeometry } from './geometry-bytes.ts'

/** What is kept of a geometry: the columns that say where and how large it is, and its bytes. */
export interface KeptGeometry {
  columns: ReturnType<typeof columnsOf>
  bytes: Buffer
}

/** What is kept of it, or in a sentence why it can't be. */
export function describeGeometry(
  geometry: AnnotationGeometry,
  shape: AnnotationShape,
  image: { width: number; height: number },
): KeptGeometry | string {
  return (
    refusalOfGeometry(geometry, shape, image) ?? {
      columns: columnsOf(geometry),
      bytes: encodeGeometry(geometry),
    }
  )
}

function columnsOf(geometry: AnnotationGeometry) {
  const box = boxOf(geometry)
  const { type } = geometry
  return {
    ...box,
    positions: countPositions(geometry),
    sizeClass: sizeClassOf(Math.max(box.maxX - box.minX, box.maxY - box.minY)),
    areaPx: areaOf(geometry),
    lengthPx: type === 'Point' || type === 'MultiPoint' ? 0 : lengthOf(geometry),
  }
}

/** In bytes. */
const fewCorners = 1000

/** Few corners lie in the row of the annotation too, where a view of thousands finds them. */
export const cornersInRow = (bytes: Buffer): Buffer | null => (bytes.length <= fewCorners ? bytes : null)

/** 0 below a pixel, n from 2^(n-1) pixels up to 2^n. */
export const sizeClassOf = (side: number): number => 32 - Math.clz32(Math.floor(side))

/** For the audit log, which has no room for a million corners: the history of the annotation has them. */
export function summariseGeometry(bytes: Buffer, columns: KeptGeometry['columns']) {
  const { minX, minY, maxX, maxY, positions, areaPx } = columns
  return {
    box: [minX, minY, maxX, maxY],
    positions,
    area_px: areaPx,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
}
