import { id, time } from '../api/fields.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'
import { jobStates } from '../operations/jobs.ts'
import { alignedImages, alignment, givenImages } from './registrations.ts'

/**
 * Looking for how another slide lies on a slide, by their tissue. Nothing is aligned until somebody saves what was
 * found.
 */
export const registrationEstimate = z.object({
  /** Also that of the job that looks for it, by which it can be cancelled. */
  id,
  ...alignedImages,
  state: z.enum(jobStates),
  /** From 0 to 1; null until known. */
  progress: z.number().min(0).max(1).nullable(),
  /** What came of it, or why nothing was found and what to do. */
  message: z.string().nullable(),
  /** Null until it is found, and where it can't be. */
  alignment: z.object(alignment).nullable(),
  created_at: time,
})
export type RegistrationEstimate = z.infer<typeof registrationEstimate>

export const createRegistrationEstimate = route({
  method: 'POST',
  path: 'slides/registrations/estimates',
  summary: 'Align another slide with a slide automatically, by their tissue',
  access: 'update:slides',
  body: z.strictObject(givenImages),
  response: registrationEstimate,
  status: 201,
  errors: ['not_found', 'not_ready', 'archived'],
  audit: 'registration.estimated',
})

export const readRegistrationEstimate = route({
  method: 'GET',
  path: 'slides/registrations/estimates/{id}',
  summary: 'Progress and result of an automatic alignment; kept as long as its job',
  access: 'read:slides',
  params: z.strictObject({ id }),
  response: registrationEstimate,
  status: 200,
})
