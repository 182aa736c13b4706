import { z } from '../api/zod.ts'

/**
 * µm of a pixel of the image that something was made of, where its slide has been given another pixel size since: what
 * was measured in µm is by these. Both null: nobody knew how large a pixel is.
 */
export const madeScale = z.object({ mpp_x: z.number().nullable(), mpp_y: z.number().nullable() })
export type MadeScale = z.infer<typeof madeScale>
