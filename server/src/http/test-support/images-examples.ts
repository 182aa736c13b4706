import type { Examples } from './example.ts'
import { makeSlide } from './slides-examples.ts'

export const imageExamples = {
  listImages: async () => ({}),
  readImage: async (api, admin) => ({ id: (await makeSlide(api, admin)).imageId }),
  listChannels: async () => ({}),
  listChannelStats: async () => ({}),
} satisfies Partial<Examples>
