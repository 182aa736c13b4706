import { z } from 'zod'

export function wholeNumber(min: number, max: number) {
  const sentence = `must be a number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d+$/, sentence)
    .transform(Number)
    .refine((value) => value >= min && value <= max, sentence)
}
