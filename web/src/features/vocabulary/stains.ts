import {
  commonStains,
  createStainer,
  deleteStainer,
  listStainers,
  mergeStainer,
  type Stainer,
  stainer as stainerSchema,
  updateStainer,
} from '@cresyl/contract/lab/stainers'
import { storedNow } from '../../lib/api/stored-now.ts'
import type { Term, Values, Vocabulary } from './vocabulary.ts'
import { words } from './words.ts'

function termOf({ id, stain_type, aliases, use_count, updated_at, version }: Stainer): Term {
  return { id, values: { stain_type }, name: stain_type, aliases, uses: use_count, updated_at, version }
}

const bodyOf = ({ stain_type = '' }: Values) => ({ stain_type })

export const stains: Vocabulary = {
  key: 'stainers',
  words: words.stains,
  fields: [{ key: 'stain_type', label: 'Stain', common: commonStains }],
  permissions: {
    read: 'read:stainers',
    create: 'create:stainers',
    update: 'update:stainers',
    delete: 'delete:stainers',
  },
  async list(call, query, signal) {
    const page = await call(listStainers, { query }, { signal })
    return { ...page, results: page.results.map(termOf) }
  },
  create: async (call, values) => termOf(await call(createStainer, { body: bodyOf(values) })),
  update: async (call, { id, version }, values) =>
    termOf(await call(updateStainer, { params: { id }, body: { ...bodyOf(values), version } })),
  merge: async (call, { id }, into) =>
    termOf(await call(mergeStainer, { params: { id }, body: { into_id: into.id } })),
  remove: (call, { id }) => call(deleteStainer, { params: { id } }),
  storedNow(error) {
    const now = storedNow(error, stainerSchema)
    return now && termOf(now)
  },
}
