import { id } from '../api/fields.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'

/** `none`: this organisation was never given any. */
export const demoStates = ['none', 'arriving', 'ready', 'failed', 'removing', 'removed'] as const
export type DemoState = (typeof demoStates)[number]

/** The slides, projects and people that show the product on its first day. */
export const demo = z.object({
  state: z.enum(demoStates),
  /** Slides that have arrived, of how many. */
  arrived: z.int(),
  total: z.int(),
  /** The job that makes or removes them, while there is one. */
  job_id: id.nullable(),
  /** What a person who is asked to remove it should know: what goes and what stays. */
  slides: z.int(),
  projects: z.int(),
})
export type Demo = z.infer<typeof demo>

export const readDemo = route({
  method: 'GET',
  path: 'demo',
  summary: 'Progress of the demonstration content',
  access: 'member',
  response: demo,
  status: 200,
})

export const removeDemo = route({
  method: 'DELETE',
  path: 'demo',
  summary: 'Remove the demonstration content; everything else stays',
  access: 'update:organization_settings',
  response: demo,
  errors: ['already_running'],
  status: 200,
  audit: 'demo.removed',
})
