import { parentPort, workerData } from 'node:worker_threads'
import { describeGeometry } from './describe-geometry.ts'
import { decodeGeometry } from './geometry-bytes.ts'
import type { DescribedGeometries, GeometriesToDescribe } from './keep-geometries.ts'

const { given, image } = workerData as GeometriesToDescribe
const answer: DescribedGeometries = given.map(({ bytes, shape }) => {
  const described = describeGeometry(decodeGeometry(Buffer.from(bytes)), shape, image)
  return typeof described === 'string' ? described : described.columns
})
parentPort?.postMessage(answer)
