import {
  commonOrgans,
  commonSpecies,
  createTissue,
  deleteTissue,
  listTissues,
  mergeTissue,
  type Tissue,
  tissue as tissueSchema,
  updateTissue,
} from '@cresyl/contract/lab/tissues'
import { storedNow } from '../../lib/api/stored-now.ts'
import { tissueName } from '../../ui/text/tissue-name.ts'
import type { Term, Values, Vocabulary } from './vocabulary.ts'
import { words } from './words.ts'

function termOf(tissue: Tissue): Term {
  const { id, organ, species, aliases, use_count, updated_at, version } = tissue
  return {
    id,
    values: { organ, species },
    name: tissueName(tissue),
    aliases: aliases.map(tissueName),
    uses: use_count,
    updated_at,
    version,
  }
}

const bodyOf = ({ organ = '', species = '' }: Values) => ({ organ, species })

export const tissues: Vocabulary = {
  key: 'tissues',
  words: words.tissues,
  fields: [
    { key: 'organ', label: 'Organ', common: commonOrgans },
    { key: 'species', label: 'Species', common: commonSpecies },
  ],
  permissions: {
    read: 'read:tissues',
    create: 'create:tissues',
    update: 'update:tissues',
    delete: 'delete:tissues',
  },
  async list(call, query, signal) {
    const page = await call(listTissues, { query }, { signal })
    return { ...page, results: page.results.map(termOf) }
  },
  create: async (call, values) => termOf(await call(createTissue, { body: bodyOf(values) })),
  update: async (call, { id, version }, values) =>
    termOf(await call(updateTissue, { params: { id }, body: { ...bodyOf(values), version } })),
  merge: async (call, { id }, into) =>
    termOf(await call(mergeTissue, { params: { id }, body: { into_id: into.id } })),
  remove: (call, { id }) => call(deleteTissue, { params: { id } }),
  storedNow(error) {
    const now = storedNow(error, tissueSchema)
    return now && termOf(now)
  },
}
