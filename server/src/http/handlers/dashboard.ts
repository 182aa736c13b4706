import { seeAttention } from '../../domain/dashboard/attention.ts'
import { readDashboard } from '../../domain/dashboard/read-dashboard.ts'
import type { Handlers } from '../handler.ts'

export const dashboardHandlers = {
  readDashboard: (call) => call.read((work) => readDashboard(work)),

  seeAttention: async (call) => {
    await call.write((work) => seeAttention(work, new Date(call.body.until)))
    return undefined
  },
} satisfies Partial<Handlers>
