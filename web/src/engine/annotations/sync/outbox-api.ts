import { type Annotation, changeAnnotations } from '@cresyl/contract/annotations/annotations'
import type { Api } from '../../../lib/api/api.ts'
import type { Content, Patch } from '../content/shape.ts'
import type { Batch } from './outbox-state.ts'

/** Sends batches to the server: each under its own key, so that one sent twice is carried out once. */
export function createSend(api: Api) {
  return async (batch: Batch, signal: AbortSignal): Promise<readonly Annotation[]> => {
    const { results } = await api.call(
      changeAnnotations,
      { body: bodyOf(batch) },
      { signal, idempotencyKey: batch.key },
    )
    return results
  }
}

function bodyOf({ imageId, entries }: Batch) {
  return {
    image_id: imageId,
    create: entries.flatMap(({ id, deed }) =>
      deed.kind === 'create' ? [{ id, ...plain(deed.content) }] : [],
    ),
    update: entries.flatMap(({ id, deed }) =>
      deed.kind === 'update' ? [{ id, version: deed.version, ...plain(deed.after) }] : [],
    ),
    delete: entries.flatMap(({ id, deed }) =>
      deed.kind === 'delete' ? [{ id, version: deed.version }] : [],
    ),
    restore: entries.flatMap(({ id, deed }) => (deed.kind === 'restore' ? [{ id }] : [])),
  }
}

/** The contract's lists may be written to; ours are not. */
function plain<Given extends Content | Patch>({ tags, ...rest }: Given) {
  return { ...rest, ...(tags && { tags: [...tags] }) }
}
