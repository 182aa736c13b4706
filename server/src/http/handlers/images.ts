import { listChannelStats, listChannels, listImages, readImage } from '../../domain/images/read-images.ts'
import type { Handlers } from '../handler.ts'

export const imageHandlers = {
  listImages: async (call) => call.page(await call.read((work) => listImages(work, call.query))),

  readImage: (call) => call.read((work) => readImage(work, call.params.id)),

  listChannels: async (call) => call.page(await call.read((work) => listChannels(work, call.query))),

  listChannelStats: async (call) => call.page(await call.read((work) => listChannelStats(work, call.query))),
} satisfies Partial<Handlers>
