import {
  collectPromoted,
  countDetections,
  findCountable,
  findPromotion,
  promoteDetections,
} from '../../domain/annotation-detections/promote-detections.ts'
import { countCells, findCells } from '../../domain/annotation-detections/read-cells.ts'
import { importAnnotations, previewImport } from '../../domain/annotation-files/import-annotations.ts'
import { offerAnnotations } from '../../domain/annotation-files/offer-annotations.ts'
import { keepSelection, selectionOf } from '../../domain/annotation-files/selection.ts'
import { changeAnnotations } from '../../domain/annotations/change-annotations.ts'
import { createComment, listComments } from '../../domain/annotations/comments.ts'
import { listHistory } from '../../domain/annotations/list-history.ts'
import {
  createAnnotation,
  deleteAnnotation,
  restoreAnnotation,
  updateAnnotation,
} from '../../domain/annotations/one-annotation.ts'
import { listAnnotations, readAnnotation } from '../../domain/annotations/read-annotations.ts'
import { summariseAnnotations } from '../../domain/annotations/summarise-annotations.ts'
import { undoCreation } from '../../domain/annotations/undo-creation.ts'
import { viewAnnotationsIn } from '../../domain/annotations/view-annotations.ts'
import { annotationsAddress } from '../files/annotation-files.ts'
import type { Handlers } from '../handler.ts'

const showDeleted = { showDeleted: true }

export const annotationHandlers = {
  listAnnotations: async (call) =>
    call.page(
      await call.read((work) => listAnnotations(work, call.query), {
        showDeleted: call.query.deleted === true,
      }),
    ),

  readAnnotation: (call) => call.read((work) => readAnnotation(work, call.params.id)),

  createAnnotation: (call) => call.write((work) => createAnnotation(work, call.body), showDeleted),

  updateAnnotation: (call) => call.write((work) => updateAnnotation(work, call.params.id, call.body)),

  deleteAnnotation: async (call) => {
    await call.write((work) => deleteAnnotation(work, call.params.id), showDeleted)
    return undefined
  },

  restoreAnnotation: (call) => call.write((work) => restoreAnnotation(work, call.params.id), showDeleted),

  changeAnnotations: (call) => call.write((work) => changeAnnotations(work, call.body), showDeleted),

  undoCreation: (call) => call.write((work) => undoCreation(work, call.body), showDeleted),

  listAnnotationHistory: async (call) =>
    call.page(await call.read((work) => listHistory(work, call.params.id, call.query), showDeleted)),

  listAnnotationComments: async (call) =>
    call.page(await call.read((work) => listComments(work, call.params.id, call.query))),

  createAnnotationComment: (call) =>
    call.write((work) => createComment(work, call.params.id, call.body.text)),

  viewAnnotations: (call) => call.read((work) => viewAnnotationsIn(work, call.query)),

  previewImport: (call) => call.read((work) => previewImport(work, call.body), showDeleted),

  importAnnotations: (call) => call.write((work) => importAnnotations(work, call.body), showDeleted),

  annotationsDownloadUrl: async (call, context) => {
    const offered = await call.write((work) => offerAnnotations(work, call.query))
    const url = annotationsAddress(context, call.member, call.query)
    return { url, ...offered, size: null }
  },

  selectedDownloadUrl: async (call, context) => {
    const { id: ids, ...asked } = call.body
    const selection = selectionOf(ids)
    // Before the log says that there is an address.
    await keepSelection(context, call.member, selection)
    const offered = await call.write((work) => offerAnnotations(work, asked, selection))
    const url = annotationsAddress(context, call.member, asked, selection.name)
    return { url, ...offered, size: null }
  },

  countDetections: async (call, { storage }) =>
    countDetections(storage, await call.read((work) => findCountable(work, call.body)), call.body),

  promoteDetections: async (call, { storage }) => {
    const promotion = await call.read((work) => findPromotion(work, call.body))
    const collected = await collectPromoted(storage, promotion, call.body)
    return call.write((work) => promoteDetections(work, promotion, call.body, collected))
  },

  readAnnotationCells: async (call, { storage }) =>
    countCells(storage, await call.read((work) => findCells(work, call.params.id))),

  summariseAnnotations: (call) => call.read((work) => summariseAnnotations(work, call.query)),
} satisfies Partial<Handlers>
