import { answerOrders } from '../../platform/threads/answer-orders.ts'
import { describeGeometry } from './describe-geometry.ts'
import { decodeGeometry } from './geometry-bytes.ts'
import type { DescribedGeometries, GeometriesToDescribe } from './keep-geometries.ts'

answerOrders<GeometriesToDescribe, DescribedGeometries>(({ given, image }) =>
  given.map(({ bytes, shape }) => {
    const described = describeGeometry(decodeGeometry(Buffer.from(bytes)), shape, image)
    return typeof described === 'string' ? described : described.columns
  }),
)
