import { createTerm, deleteTerm, mergeTerm, updateTerm } from '../../domain/vocabulary/change-terms.ts'
import { listTerms } from '../../domain/vocabulary/read-terms.ts'
import { mergeStainer, stainers } from '../../domain/vocabulary/stainers.ts'
import { tissues } from '../../domain/vocabulary/tissues.ts'
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

/** Slides that were deleted name a term as well: what moves or removes one reaches them, too. */
export const stainerHandlers = {
  listStainers: async (call) => call.page(await call.read((work) => listTerms(work, stainers, call.query))),

  createStainer: (call) => {
    const { organization_id: organizationId, ...words } = call.body
    return call.write((work) => createTerm(work, stainers, words, organizationId))
  },

  updateStainer: (call) => {
    const { organization_id: organizationId, version, ...words } = call.body
    return call.write((work) =>
      updateTerm(work, stainers, call.params.id, { words, version, organizationId }),
    )
  },

  mergeStainer: (call) =>
    call.write((work) => mergeStainer(work, call.params.id, call.body.into_id), { showDeleted: true }),

  deleteStainer: async (call) => {
    await call.write((work) => deleteTerm(work, stainers, call.params.id), { showDeleted: true })
    return undefined
  },
} satisfies Partial<Handlers>
