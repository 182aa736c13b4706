import { listViewers } from '../../domain/viewers/list-viewers.ts'
import { readPyramid } from '../../domain/viewers/read-pyramid.ts'
import type { Handlers } from '../handler.ts'

export const viewerHandlers = {
  listViewers: async (call) => call.page(await call.read((work) => listViewers(work, call.query))),

  readPyramid: (call) => call.read((work) => readPyramid(work, call.params.id, call.requestId)),
} satisfies Partial<Handlers>
