import { createTerm } from '../../domain/vocabulary/create-term.ts'
import { deleteTerm } from '../../domain/vocabulary/delete-term.ts'
import { mergeTerm } from '../../domain/vocabulary/merge-term.ts'
import { listTerms } from '../../domain/vocabulary/read-terms.ts'
import { tissues } from '../../domain/vocabulary/tissues.ts'
import { updateTerm } from '../../domain/vocabulary/update-term.ts'
import type { Handlers } from '../handler.ts'

/** Slides that were deleted name a term as well: what moves or removes one reaches them, too. */
export const tissueHandlers = {
  listTissues: async (call) => call.page(await call.read((work) => listTerms(work, tissues, call.query))),

  createTissue: (call) => {
    const { organization_id: organizationId, ...words } = call.body
    return call.write((work) => createTerm(work, tissues, words, organizationId))
  },

  updateTissue: (call) => {
    const { organization_id: organizationId, version, ...words } = call.body
    return call.write((work) => updateTerm(work, tissues, call.params.id, { words, version, organizationId }))
  },

  mergeTissue: (call) =>
    call.write((work) => mergeTerm(work, tissues, call.params.id, call.body.into_id), { showDeleted: true }),

  deleteTissue: async (call) => {
    await call.write((work) => deleteTerm(work, tissues, call.params.id), { showDeleted: true })
    return undefined
  },
} satisfies Partial<Handlers>
