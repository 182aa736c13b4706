import type { Examples } from './example.ts'

export const dashboardExamples = {
  readDashboard: async () => ({}),
  seeAttention: async () => ({ body: { until: new Date().toISOString() } }),
  listRecentSlides: async () => ({}),
  listUploaders: async () => ({}),
} satisfies Partial<Examples>
