import type { Stainer } from '@cresyl/contract/stainers'
import { files, slides, stainers as table } from '../../platform/db/schema/index.ts'
import type { Vocabulary } from '../vocabulary/vocabulary.ts'

type StainerWords = Pick<Stainer, 'stain_type'>

export const stainers: Vocabulary<StainerWords, Pick<Stainer, 'stain_type' | 'aliases'>> = {
  table,
  noun: 'stain',
  uniqueName: 'stainers_name',
  wordColumns: { stain_type: table.stainType },
  rowOf: ({ stain_type: stainType }) => ({ stainType }),
  view: ({ stain_type }, aliases) => ({ stain_type, aliases: aliases.map((each) => each.stain_type) }),
  references: [slides.stainerId, files.stainerId],
  slideColumn: slides.stainerId,
}
