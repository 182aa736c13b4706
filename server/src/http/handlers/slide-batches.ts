import { mayDo } from '../../domain/access.ts'
import { createBatch } from '../../domain/slide-batches/create-batch.ts'
import { undoBatch } from '../../domain/slide-batches/undo-batch.ts'
import { readBatch } from '../../domain/slide-batches/view.ts'
import type { Handlers } from '../handler.ts'

export const slideBatchHandlers = {
  createSlideBatch: (call) =>
    call.write((work) => createBatch(work, call.body), {
      showDeleted: mayDo(call.member, 'delete:slides'),
    }),

  readSlideBatch: (call) =>
    call.read((work) => readBatch(work, call.params.id), {
      showDeleted: mayDo(call.member, 'delete:slides'),
    }),

  undoSlideBatch: (call) => call.write((work) => undoBatch(work, call.params.id), { showDeleted: true }),
} satisfies Partial<Handlers>
