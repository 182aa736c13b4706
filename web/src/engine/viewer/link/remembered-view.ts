import { z } from '@cresyl/contract/zod'
import { displaySchema } from '../display/display-schema.ts'
import type { SlideView } from '../slide-view.ts'

const figure = z.number().min(-1e9).max(1e9)
const plane = z.int().min(0).max(1_000_000)

/** What is kept of an image for the next time it is opened. What of it can't be read is as if it weren't kept. */
const rememberedViewSchema = z.object({
  viewport: z
    .object({
      center: z.object({ x: figure, y: figure }),
      resolution: z.number().positive().max(1e6),
      rotation: figure,
      flipped: z.boolean(),
    })
    .optional()
    .catch(undefined),
  /** Whether it fits the image is for `keptDisplay` to say. */
  display: displaySchema.optional().catch(undefined),
  plane: z.object({ z: plane, t: plane }).optional().catch(undefined),
})
export type RememberedView = z.infer<typeof rememberedViewSchema>

/** What was kept, from wherever it was: never throws. */
export function readRememberedView(kept: unknown): RememberedView {
  const { success, data } = rememberedViewSchema.safeParse(kept)
  return success ? data : {}
}

export function rememberView(view: SlideView): RememberedView {
  return structuredClone({
    viewport: view.viewport(),
    display: view.display(),
    plane: view.plane(),
  }) as RememberedView
}
