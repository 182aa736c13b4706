import { bytesPerSample } from '../pixels.ts'
import type { PyramidPlan } from './pyramid-options.ts'

/**
 * The ImageDescription of a plain BigTIFF: what TIFF has no tag for, as JSON in ASCII (names as in the options).
 * `{"format":"cresyl-pyramid","version":1,"objective":20,"bitDepth":12,"channel":{…},"provenance":{…}}`
 */
export function writeDescription(plan: PyramidPlan): string {
  const { objective, bitDepth, provenance } = plan
  const channel = plan.channels[0] ?? {}
  const description = {
    format: 'cresyl-pyramid',
    version: 1,
    objective,
    ...(bitDepth === 8 * bytesPerSample(plan.pixelType) ? {} : { bitDepth }),
    ...(Object.keys(channel).length === 0 ? {} : { channel }),
    provenance,
  }
  return JSON.stringify(description).replace(/[^\x20-\x7e]/g, escapeCodeUnit)
}

const escapeCodeUnit = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
