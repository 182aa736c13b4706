import { z } from './zod.ts'

/** Of level-0 pixels; what lies outside the image is left out. */
const pixel = z
  .number()
  .min(0)
  .max(2 ** 31)

/** A rectangle of an image, and how it is wanted. */
export const regionRequest = z.strictObject({
  x: pixel,
  y: pixel,
  width: pixel.gt(0),
  height: pixel.gt(0),
  /** µm per pixel of what is made; absent: full resolution. */
  mpp: z.number().gt(0).max(1000).optional(),
  format: z.enum(['jpeg', 'png', 'tiff']).default('jpeg'),
  z: z.int().min(0).default(0),
  t: z.int().min(0).default(0),
  icc: z.boolean().default(false),
})
export type RegionRequest = z.infer<typeof regionRequest>
