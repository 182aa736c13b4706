import { id, line, time } from '../api/fields.ts'
import { batchLimits, requestLimits, textLimits } from '../api/limits.ts'
import { patternProblem } from '../api/name-pattern.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'
import { job } from '../operations/jobs.ts'
import { slideFilter } from './slides.ts'

/** Which slides: those named, or all that a list shows but for some. */
export const slideSelection = z.union([
  z.strictObject({ slide_ids: z.array(id).min(1).max(batchLimits.named) }),
  z.strictObject({
    filter: z.strictObject(slideFilter),
    except_ids: z.array(id).max(batchLimits.named).default([]),
  }),
])
export type SlideSelection = z.output<typeof slideSelection>
export type GivenSlideSelection = z.input<typeof slideSelection>

export const slideAction = z.discriminatedUnion('kind', [
  z
    .strictObject({
      kind: z.literal('set'),
      tissue_id: id.nullish(),
      stainer_id: id.nullish(),
      /** Null: unsorted. */
      project_id: id.nullish(),
    })
    .refine((edit) => Object.keys(edit).length > 1, 'Choose what to set'),
  z.strictObject({
    kind: z.literal('rename'),
    pattern: line(textLimits.name).superRefine((pattern, context) => {
      const problem = patternProblem(pattern)
      if (problem !== null) context.addIssue({ code: 'custom', message: problem })
    }),
    /** The order in which they are numbered. */
    ordering: z.enum(['name', 'created_at']).default('name'),
  }),
  z.strictObject({ kind: z.literal('delete') }),
  z.strictObject({ kind: z.literal('restore') }),
])
export type SlideAction = z.output<typeof slideAction>
export type GivenSlideAction = z.input<typeof slideAction>

/** A batch has the id of the job that stands for it. */
export const slideBatch = z.object({
  id,
  action: slideAction,
  job,
  /** Slides it is about. */
  total: z.int(),
  changed: z.int(),
  /** Those that already were as asked for. */
  unchanged: z.int(),
  /** Those that could not be changed, with the reason; the first of them. */
  skipped: z.array(z.object({ slide_id: id, name: z.string(), reason: z.string() })),
  skipped_count: z.int(),
  /** Taking it back: possible until `undo_until`, begun as `undone_by` (a batch of its own), or neither. */
  undo_until: time.nullable(),
  undone_by: id.nullable(),
  /** What it takes back, if it is an undo. */
  undoes: id.nullable(),
})
export type SlideBatch = z.infer<typeof slideBatch>

export const createSlideBatch = route({
  method: 'POST',
  path: 'slides/batches',
  summary: 'Change, rename, delete or restore many slides at once',
  access: 'update:slides',
  body: z.strictObject({ selection: slideSelection, action: slideAction, organization_id: id.optional() }),
  response: slideBatch,
  // Deleting and restoring need delete:slides as well.
  errors: ['forbidden', 'too_many', 'archived'],
  status: 201,
  audit: 'slides.batch_started',
  idempotent: true,
  bodyLimit: requestLimits.listBody,
})

export const readSlideBatch = route({
  method: 'GET',
  path: 'slides/batches/{id}',
  summary: 'Progress of a change of many slides',
  access: 'read:slides',
  params: z.strictObject({ id }),
  response: slideBatch,
  status: 200,
})

export const undoSlideBatch = route({
  method: 'POST',
  path: 'slides/batches/{id}/undo',
  summary: 'Undo a change of many slides, except those changed since',
  access: 'update:slides',
  params: z.strictObject({ id }),
  response: slideBatch,
  errors: ['forbidden', 'not_undoable'],
  status: 201,
  audit: 'slides.batch_undone',
})
