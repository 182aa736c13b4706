import { z } from '@cresyl/contract/api/zod'
import { displaySchema } from '../display/display-schema.ts'
import type { SlideView } from '../slide-view.ts'
import type { Measurement } from '../tools/measurement.ts'

const figure = z.number().min(-1e9).max(1e9)
const plane = z.int().min(0).max(1_000_000)

const point = z.object({ x: figure, y: figure })
const orientation = z.object({ rotation: figure, flipped: z.boolean() })
const lines = z.array(point).min(2).max(10_000)

const measurement = z.discriminatedUnion('kind', [
  z.object({ id: z.string(), kind: z.literal('ruler'), points: lines }),
  z.object({ id: z.string(), kind: z.literal('angle'), points: lines.length(3) }),
  z.object({ id: z.string(), kind: z.literal('area'), points: lines.min(3) }),
  z.object({ id: z.string(), kind: z.literal('field'), center: point, diameter: figure.positive() }),
]) satisfies z.ZodType<Measurement>

/** What is kept of an image for the next time it is opened. What of it can't be read is as if it weren't kept. */
const rememberedViewSchema = z.object({
  /** Only how it is turned where the whole image was shown: that it is again, however large the screen is by then. */
  viewport: z
    .union([orientation.extend({ center: point, resolution: z.number().positive().max(1e6) }), orientation])
    .optional()
    .catch(undefined),
  /** Whether it fits the image is for `keptDisplay` to say. */
  display: displaySchema.optional().catch(undefined),
  plane: z.object({ z: plane, t: plane }).optional().catch(undefined),
  measurements: z.array(measurement).max(10_000).optional().catch(undefined),
})
export type RememberedView = z.infer<typeof rememberedViewSchema>

/** What was kept, from wherever it was: never throws. */
export function readRememberedView(kept: unknown): RememberedView {
  const { success, data } = rememberedViewSchema.safeParse(kept)
  return success ? data : {}
}

export function rememberView(view: SlideView, measurements: readonly Measurement[] = []): RememberedView {
  const { rotation, flipped, ...place } = view.viewport()
  return structuredClone({
    viewport: view.isFitted() ? { rotation, flipped } : { rotation, flipped, ...place },
    display: view.display(),
    plane: view.plane(),
    measurements,
  }) as RememberedView
}
