import { z } from 'zod'

export const flag = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true')
