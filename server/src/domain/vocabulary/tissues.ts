import type { Tissue } from '@cresyl/contract/lab/tissues'
import { files, slides, tissues as table } from '../../platform/db/schema/index.ts'
import type { Vocabulary } from './vocabulary.ts'

type TissueWords = Pick<Tissue, 'organ' | 'species'>

export const tissues: Vocabulary<TissueWords, Pick<Tissue, 'organ' | 'species' | 'aliases'>> = {
  table,
  noun: 'tissue',
  uniqueName: 'tissues_name',
  wordColumns: { organ: table.organ, species: table.species },
  rowOf: (words) => words,
  view: (words, aliases) => ({ ...words, aliases }),
  references: [slides.tissueId, files.tissueId],
  slideColumn: slides.tissueId,
}
