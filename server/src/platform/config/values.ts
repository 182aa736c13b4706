import { z } from 'zod'

export const flag = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true')

export function wholeNumber(min: number, max: number) {
  const sentence = `must be a number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d+$/, sentence)
    .transform(Number)
    .refine((value) => value >= min && value <= max, sentence)
}
