import { line } from '../api/fields.ts'
import { presetLimits, textLimits } from '../api/limits.ts'
import { z } from '../api/zod.ts'

/** How dark and bright the values between are shown: 1 is linear, above 1 what is dark becomes brighter. */
export const gammaRange = { min: 0.1, max: 5 } as const

const gamma = z.number().min(gammaRange.min).max(gammaRange.max)
const shift = z.number().min(-1).max(1)

/** Of an image that has colours: brightness and contrast from −1 to 1, 0 as it is. */
export const colorDisplay = z.strictObject({ brightness: shift, contrast: shift, gamma, icc: z.boolean() })

const channelParts = {
  shown: z.boolean(),
  color: z.string().regex(/^#[0-9a-fA-F]{6}$/, 'Not a colour such as #6B2FA0'),
  /** Values that are shown black, and in full colour. */
  low: z.number(),
  high: z.number(),
  gamma,
}

const hasWindow = ({ low, high }: { low: number; high: number }) => high > low
const noWindow = { message: 'Must be above low', path: ['high'] }

export const channelDisplay = z.strictObject(channelParts).refine(hasWindow, noWindow)

/** With the name that it finds its channel by in another image. */
const presetChannel = z
  .strictObject({ name: line(textLimits.name).nullable(), ...channelParts })
  .refine(hasWindow, noWindow)

/** How an image is shown, for other images: of each kind what it says about that kind is taken. */
export const presetDisplay = z.strictObject({
  color: colorDisplay,
  /** In the order of the channels of the image it was made on. */
  channels: z.array(presetChannel).max(presetLimits.channels),
})
export type PresetDisplay = z.infer<typeof presetDisplay>
