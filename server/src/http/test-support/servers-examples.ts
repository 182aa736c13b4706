import type { Examples, Provocations } from './example.ts'

export const serverExamples = {
  listServers: async () => ({}),
} satisfies Partial<Examples>

export const serverProvocations = {} satisfies Provocations
