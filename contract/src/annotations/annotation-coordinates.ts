import { annotationLimits } from '../api/limits.ts'
import { z } from '../api/zod.ts'

/** Pixels of full resolution of the image it was drawn on; a little may lie beyond its edge. */
const coordinate = z.number().min(-annotationLimits.farthest).max(annotationLimits.farthest)
export const position = z.tuple([coordinate, coordinate])
export type Position = z.infer<typeof position>

interface Level {
  readonly fewest: number
  readonly message?: string
}

/**
 * Lists of positions, or lists of such lists. They are looked through by a loop, which costs a tenth of what a schema
 * for every number does: a ring may have a million corners, and nobody else is answered meanwhile. Only what is found
 * to be wrong is described by schemas.
 */
export function checkedCoordinates<Coordinates>(levels: readonly Level[]) {
  return z
    .custom<Coordinates>()
    .superRefine((value, context) => {
      const fault = faultIn(value, levels, 0)
      for (const { message, path } of fault?.issues ?? [])
        context.addIssue({ code: 'custom', message, path: [...(fault?.path ?? []), ...path] })
    })
    .meta(described(levels))
}

interface Fault {
  readonly path: number[]
  readonly issues: readonly z.core.$ZodIssue[]
}

/** The first that is wrong. */
function faultIn(value: unknown, levels: readonly Level[], depth: number): Fault | undefined {
  const level = levels[depth]
  if (level === undefined) return isPosition(value) ? undefined : faultBy(position, value)
  if (!Array.isArray(value) || value.length < level.fewest) return faultBy(listOf(level, z.unknown()), value)
  for (let n = 0; n < value.length; n += 1) {
    const fault = faultIn(value[n], levels, depth + 1)
    if (fault) return { ...fault, path: [n, ...fault.path] }
  }
  return undefined
}

const isPosition = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && isCoordinate(value[0]) && isCoordinate(value[1])

const isCoordinate = (value: unknown): boolean =>
  typeof value === 'number' && value >= -annotationLimits.farthest && value <= annotationLimits.farthest

const faultBy = (schema: z.ZodType, value: unknown): Fault => ({
  path: [],
  issues: schema.safeParse(value).error?.issues ?? [],
})

const listOf = ({ fewest, message }: Level, inner: z.ZodType) => z.array(inner).min(fewest, message)

/** For the description of the API: what the loop takes, in the words of schemas. */
function described(levels: readonly Level[]) {
  const schema = levels.reduceRight<z.ZodType>((inner, level) => listOf(level, inner), position)
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' })
  return json
}
