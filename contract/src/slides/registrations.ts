import { id, person, time, version } from '../api/fields.ts'
import { registrationLimits } from '../api/limits.ts'
import { listOf, paging } from '../api/list.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'
import { affineSchema } from './affine.ts'
import { alignmentModels, pointPair, residual } from './point-pairs.ts'

/** How one image lies on another, and how that was found. */
export const alignment = {
  method: z.enum(['points', 'automatic']),
  model: z.enum(alignmentModels),
  /** The section lies face down, seen from the other. */
  mirrored: z.boolean(),
  /** From pixels of the moving image to pixels of the fixed one, both of full resolution. */
  affine: affineSchema,
  /** That a person marked, or that were found. */
  pairs: z.array(pointPair),
  residual,
  /** From 0 to 1, of what was found automatically; null where people marked the points. */
  confidence: z.number().min(0).max(1).nullable(),
}

/** Which images: the moving one is laid on the fixed one, which stays as it is. */
export const alignedImages = {
  slide_id: id,
  image_id: id,
  moving_slide_id: id,
  moving_image_id: id,
}

/**
 * Another slide laid on a slide: a serial section, or the same one stained again. `registered` of image-space.ts puts
 * the moving image into the frame of the fixed one by it.
 */
export const registration = z.object({
  id,
  ...alignedImages,
  slide_name: z.string(),
  moving_slide_name: z.string(),
  ...alignment,
  created_by: person.nullable(),
  created_at: time,
  updated_by: person.nullable(),
  updated_at: time,
  version,
})
export type Registration = z.infer<typeof registration>

/** As it was saved once. */
export const registrationVersion = z.object({
  version,
  ...alignment,
  saved_by: person.nullable(),
  saved_at: time,
})
export type RegistrationVersion = z.infer<typeof registrationVersion>

const byPoints = z.strictObject({
  method: z.literal('points'),
  pairs: z.array(pointPair).max(registrationLimits.pairs),
  /** When left out: `similarity` of two pairs, `affine` of more. */
  model: z.enum(alignmentModels).optional(),
  mirrored: z.boolean().default(false),
})
/** What was found for the same two images (see `createRegistrationEstimate`). */
const byEstimate = z.strictObject({ method: z.literal('automatic'), estimate_id: id })
/** As it was saved once before. */
const asBefore = z.strictObject({ method: z.literal('earlier'), earlier: version })

/** How slides are brought together that were not before. */
const givenAlignment = z.discriminatedUnion('method', [byPoints, byEstimate])
/** How they are brought together anew. */
const changedAlignment = z.discriminatedUnion('method', [byPoints, byEstimate, asBefore])
export type GivenAlignment = z.output<typeof changedAlignment>

/** What was scanned of two slides. */
export const givenImages = { image_id: id, moving_image_id: id }

const params = z.strictObject({ id })

export const listRegistrations = route({
  method: 'GET',
  path: 'slides/registrations',
  summary: 'Alignments of slides, newest first',
  access: 'read:slides',
  query: z.strictObject({
    ...paging,
    /** On either side. */
    slide_id: z.array(id).optional(),
  }),
  response: listOf(registration),
  status: 200,
})

export const readRegistration = route({
  method: 'GET',
  path: 'slides/registrations/{id}',
  summary: 'One alignment of two slides',
  access: 'read:slides',
  params,
  response: registration,
  status: 200,
})

export const createRegistration = route({
  method: 'POST',
  path: 'slides/registrations',
  summary: 'Align another slide with a slide',
  access: 'update:slides',
  body: z.strictObject({ ...givenImages, alignment: givenAlignment }),
  response: registration,
  status: 201,
  errors: ['not_found', 'not_ready', 'archived', 'already_aligned'],
  audit: 'registration.created',
  idempotent: true,
})

export const updateRegistration = route({
  method: 'PATCH',
  path: 'slides/registrations/{id}',
  summary: 'Change an alignment; the version before is kept',
  access: 'update:slides',
  params,
  body: z.strictObject({ alignment: changedAlignment, version: version.optional() }),
  response: registration,
  status: 200,
  errors: ['stale_version', 'not_ready', 'archived'],
  audit: 'registration.updated',
})

export const listRegistrationVersions = route({
  method: 'GET',
  path: 'slides/registrations/{id}/versions',
  summary: 'Earlier versions of an alignment, newest first',
  access: 'read:slides',
  params,
  query: z.strictObject(paging),
  response: listOf(registrationVersion),
  status: 200,
})

export const deleteRegistration = route({
  method: 'DELETE',
  path: 'slides/registrations/{id}',
  summary: 'Remove an alignment',
  access: 'update:slides',
  params,
  status: 204,
  errors: ['archived'],
  audit: 'registration.deleted',
})
