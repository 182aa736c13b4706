import { newAnnotation } from '@cresyl/contract/annotations/annotations'
import { annotationLimits } from '@cresyl/contract/api/limits'
import { describeGeometry } from '../annotations/describe-geometry.ts'
import type { CheckedAnnotation } from '../annotations/insert-annotations.ts'
import { isXml, readAperio } from './aperio/read-aperio.ts'
import { readFeatures } from './geojson/read-features.ts'

export interface FileToCheck {
  content: string
  image: { width: number; height: number }
  /** Numbers of those that are left out, from 0 on. */
  without: readonly number[]
}

/** Why one of them can't be imported. */
export interface Problem {
  /** From 0 on. */
  index: number
  sentence: string
}

/** What a file has: what can be kept of it, and what can't and why. */
export interface ReadFile {
  format: 'geojson' | 'aperio'
  what: 'feature' | 'region'
  /** All that it has, those that are left out too. */
  count: number
  annotations: CheckedAnnotation[]
  /** The first of those that can't be kept, and the numbers of all. */
  problems: Problem[]
  refused: number[]
}

/** Or why it can't be read at all. */
export type CheckedFile = ReadFile | { refusal: string }

/** As many as somebody reads. */
const mostProblems = 100

/** Reads GeoJSON or ImageScope's XML, whichever it is, and checks all that is in it. */
export function checkFile({ content, image, without }: FileToCheck): CheckedFile {
  const format = isXml(content) ? 'aperio' : 'geojson'
  const read = format === 'aperio' ? readAperio(content) : readFeatures(content)
  if ('refusal' in read) return read
  const { what, found } = read
  const most = annotationLimits.imported
  if (found.length > most) {
    const [limit, count] = [most, found.length].map((each) => each.toLocaleString('en'))
    return { refusal: `Up to ${limit} ${what}s are imported at once; this file has ${count}. Split it.` }
  }
  const left = new Set(without)
  const annotations: CheckedAnnotation[] = []
  const problems: Problem[] = []
  const refused: number[] = []
  for (const [index, each] of found.entries()) {
    if (left.has(index)) continue
    const checked = typeof each === 'string' ? each : check(each, image)
    if (typeof checked !== 'string') annotations.push(checked)
    else {
      refused.push(index)
      if (problems.length < mostProblems) problems.push({ index, sentence: checked })
    }
  }
  return { format, what, count: found.length, annotations, problems, refused }
}

function check(found: object, image: FileToCheck['image']): CheckedAnnotation | string {
  const parsed = newAnnotation.safeParse({ ...found, origin: 'imported' })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}.`.replace(/^: |\.\.$/g, '')
  }
  const { geometry, ...content } = parsed.data
  const kept = describeGeometry(geometry, content.shape, image)
  return typeof kept === 'string' ? kept : { ...content, kept }
}
