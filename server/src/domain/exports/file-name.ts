import type { RegionPlan, RegionRequest } from '@cresyl/contract/slides/exports'
import { isVirtual } from '../images/virtual.ts'
import type { RegionSource } from './region-source.ts'

/** File systems take 255 bytes, and letters may have four. */
const longestName = 40

const extensions = { jpeg: 'jpg', png: 'png', tiff: 'tiff' } as const

/** Such as `Liver 12 1000 2000 512 512 0.50um.png`: which slide, the rectangle at full resolution, and µm/px. */
export function regionFileName(source: RegionSource, plan: RegionPlan, request: RegionRequest): string {
  const { image, name } = source
  const kind = image.kind === 'source' ? [] : [isVirtual(image) ? 'virtual' : image.kind]
  const rectangle = [plan.x, plan.y, plan.width, plan.height].map(Math.round)
  const mpp = request.mpp ?? image.mppX
  const words = [
    [...name].slice(0, longestName).join('').trim(),
    ...kind,
    ...rectangle,
    ...(mpp === null ? [] : [`${mpp < 0.1 ? mpp.toPrecision(2) : mpp.toFixed(2)}um`]),
    ...(image.sizeZ > 1 ? [`z${request.z}`] : []),
    ...(image.sizeT > 1 ? [`t${request.t}`] : []),
  ]
  return `${words.join(' ')}.${extensions[request.format]}`
}
