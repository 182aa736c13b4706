import { createPurge } from '../../domain/storage/create-purge.ts'
import { listPurgeable, readStorage } from '../../domain/storage/read-storage.ts'
import type { Handlers } from '../handler.ts'

const deleted = { showDeleted: true }

export const storageHandlers = {
  readStorage: (call) => call.read(readStorage, deleted),

  listPurgeable: async (call) =>
    call.page(await call.read((work) => listPurgeable(work, call.query), deleted)),

  createPurge: (call) => call.write((work) => createPurge(work, call.body.kinds)),
} satisfies Partial<Handlers>
